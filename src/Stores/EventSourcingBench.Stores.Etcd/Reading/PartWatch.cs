using System.Buffers;
using System.IO.Pipelines;

namespace EventSourcingBench.Stores.Etcd.Reading;

/// <summary>One watch: the parts written from a revision on, which the server sends as lines of JSON.</summary>
internal sealed class PartWatch(HttpResponseMessage response, Stream stream, KeySpace keys) : IDisposable
{
    private readonly PipeReader _lines = PipeReader.Create(stream, new StreamPipeReaderOptions(bufferSize: 64 << 10, leaveOpen: true));

    /// <summary>Whether another whole line is buffered.</summary>
    public bool HasMore { get; private set; }

    /// <exception cref="EtcdException">The node refused.</exception>
    /// <exception cref="HttpRequestException">The node could not be reached, or the connection broke.</exception>
    public static async Task<PartWatch?> BeginAsync(
        EtcdClient client, Uri node, KeySpace keys, long revision, CancellationToken cancellationToken)
    {
        var response = await client.SendAsync(node, EtcdRequest.WatchFrom(keys.Parts, revision), cancellationToken);
        try
        {
            return new PartWatch(response, await response.Content.ReadAsStreamAsync(cancellationToken), keys);
        }
        catch
        {
            response.Dispose();
            throw;
        }
    }

    /// <summary>The next parts, possibly none; null when the watch has ended.</summary>
    public async Task<List<Part>?> NextAsync(CancellationToken cancellationToken)
    {
        try
        {
            while (true)
            {
                var read = await _lines.ReadAsync(cancellationToken);
                if (read.Buffer.PositionOf((byte)'\n') is { } end)
                {
                    var parts = Read(read.Buffer.Slice(0, end));
                    var rest = read.Buffer.Slice(read.Buffer.GetPosition(1, end));
                    HasMore = rest.PositionOf((byte)'\n') is not null;
                    _lines.AdvanceTo(rest.Start);
                    return parts;
                }

                if (read.IsCompleted)
                    return null;

                _lines.AdvanceTo(read.Buffer.Start, read.Buffer.End);
            }
        }
        catch (Exception e) when (e is HttpRequestException or IOException)
        {
            // The caller continues with a range, which fails if the server is unavailable.
            return null;
        }
    }

    public void Dispose() => response.Dispose();

    private List<Part>? Read(ReadOnlySequence<byte> line)
    {
        var reader = new Utf8JsonReader(line);
        return EtcdRequest.Read<EtcdWatchLine>(ref reader).Result is { Canceled: false } result
            ? [.. (result.Events ?? []).Select(e => Part.Read(keys.StreamOf(e.Kv.Key), e.Kv.Value))]
            : null;
    }
}
