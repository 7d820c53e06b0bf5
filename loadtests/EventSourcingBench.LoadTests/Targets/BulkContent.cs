using System.Buffers;
using System.Net;
using System.Net.Http.Headers;

namespace EventSourcingBench.LoadTests.Targets;

/// <summary>The events of a flush as the body of a request, written as they are sent: the whole is never in memory.</summary>
internal sealed class BulkContent : HttpContent
{
    private const int ChunkBytes = 64 << 10;

    private readonly IReadOnlyList<BulkEvent> _events;

    public BulkContent(IReadOnlyList<BulkEvent> events)
    {
        _events = events;
        Headers.ContentType = new MediaTypeHeaderValue(BulkLines.MediaType);
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        var chunk = new ArrayBufferWriter<byte>(ChunkBytes);
        foreach (var bulk in _events)
        {
            BulkLines.Write(chunk, bulk);
            if (chunk.WrittenCount >= ChunkBytes - (ChunkBytes >> 3))
            {
                await stream.WriteAsync(chunk.WrittenMemory, cancellationToken);
                chunk.ResetWrittenCount();
            }
        }

        await stream.WriteAsync(chunk.WrittenMemory, cancellationToken);
    }

    // Sent in chunks, as the length is known at the end only.
    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }
}
