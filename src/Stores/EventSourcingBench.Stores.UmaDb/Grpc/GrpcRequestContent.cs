using System.Buffers;
using System.Buffers.Binary;
using System.Net;
using Google.Protobuf;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>
/// A message with its prefix: a byte that says "not compressed", and the length. It derives from
/// <see cref="ByteArrayContent"/>, though it has no array of its own, because the handler then knows that the whole request
/// goes before the answer comes, and does not pay for watching both.
/// </summary>
internal sealed class GrpcRequestContent : ByteArrayContent
{
    private byte[]? _buffer;

    public GrpcRequestContent()
        : base([]) => Headers.TryAddWithoutValidation("Content-Type", "application/grpc");

    /// <summary>The message to send.</summary>
    public IMessage? Message { get; set; }

    /// <summary>The request was sent: its buffer may be used by others.</summary>
    public void Sent()
    {
        Message = null;
        if (_buffer is { } buffer)
        {
            _buffer = null;
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        var size = Message!.CalculateSize();
        _buffer = ArrayPool<byte>.Shared.Rent(size + GrpcFrames.PrefixLength);
        _buffer[0] = 0;
        BinaryPrimitives.WriteUInt32BigEndian(_buffer.AsSpan(1), (uint)size);
        Message.WriteTo(_buffer.AsSpan(GrpcFrames.PrefixLength, size));
        return stream.WriteAsync(_buffer.AsMemory(0, size + GrpcFrames.PrefixLength), cancellationToken).AsTask();
    }

    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }
}
