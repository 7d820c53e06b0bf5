using System.Buffers;
using System.Buffers.Binary;
using System.Net;
using Google.Protobuf;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>A message with its prefix: a byte that says "not compressed", and the length.</summary>
internal sealed class GrpcRequestContent : HttpContent
{
    private readonly IMessage _message;

    public GrpcRequestContent(IMessage message)
    {
        _message = message;
        Headers.TryAddWithoutValidation("Content-Type", "application/grpc");
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        var size = _message.CalculateSize();
        var buffer = ArrayPool<byte>.Shared.Rent(size + GrpcFrames.PrefixLength);
        buffer[0] = 0;
        BinaryPrimitives.WriteUInt32BigEndian(buffer.AsSpan(1), (uint)size);
        _message.WriteTo(buffer.AsSpan(GrpcFrames.PrefixLength, size));
        var writing = stream.WriteAsync(buffer.AsMemory(0, size + GrpcFrames.PrefixLength), cancellationToken);
        if (writing.IsCompletedSuccessfully)
        {
            writing.GetAwaiter().GetResult();
            ArrayPool<byte>.Shared.Return(buffer);
            return Task.CompletedTask;
        }

        return FinishAsync(writing, buffer);
    }

    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }

    // Where the writing fails, the transport may still look at the buffer: it is then left to the garbage collector.
    private static async Task FinishAsync(ValueTask writing, byte[] buffer)
    {
        await writing;
        ArrayPool<byte>.Shared.Return(buffer);
    }
}
