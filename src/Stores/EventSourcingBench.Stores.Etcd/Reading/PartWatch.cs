using System.Buffers;

namespace EventSourcingBench.Stores.Etcd.Reading;

/// <summary>One watch: the parts written from a revision on, as the server sends them.</summary>
internal sealed class PartWatch : IDisposable
{
    private readonly HttpResponseMessage _response;
    private readonly LineReader _lines;
    private readonly KeySpace _keys;

    private PartWatch(HttpResponseMessage response, Stream stream, KeySpace keys)
    {
        _response = response;
        _lines = new LineReader(stream);
        _keys = keys;
    }

    /// <summary>Whether more data is buffered.</summary>
    public bool HasMore => _lines.HasLine;

    /// <summary>Starts to watch.</summary>
    /// <exception cref="EtcdException">The node could not be reached, or refused.</exception>
    public static async Task<PartWatch> BeginAsync(
        EtcdClient client, Uri node, KeySpace keys, long revision, CancellationToken cancellationToken)
    {
        var response = await client.StreamAsync(node, EtcdPaths.Watch, Body(keys.Parts, revision), cancellationToken);
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
    public async ValueTask<List<Part>?> NextAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await _lines.ReadAsync(cancellationToken) is { } line ? Read(line) : null;
        }
        catch (Exception e) when (e is HttpRequestException or IOException)
        {
            // The caller continues with a range, which fails if the server is unavailable.
            return null;
        }
    }

    public void Dispose()
    {
        _lines.Dispose();
        _response.Dispose();
    }

    // The server cancels a watch if its revision was compacted or if it falls behind.
    private List<Part>? Read(ReadOnlyMemory<byte> line)
    {
        using var document = JsonDocument.Parse(line);
        if (!document.RootElement.TryGetProperty("result", out var result) || EtcdAnswer.Flag(result, "canceled"))
        {
            return null;
        }

        var parts = new List<Part>();
        if (result.TryGetProperty("events", out var events))
        {
            foreach (var each in events.EnumerateArray())
            {
                var pair = EtcdAnswer.Pair(each.GetProperty("kv"));
                parts.Add(Part.Read(_keys.Read(pair.Key).Stream, pair.Value));
            }
        }

        return parts;
    }

    private static ReadOnlyMemory<byte> Body(in KeyRange range, long revision)
    {
        var buffer = new ArrayBufferWriter<byte>(256);
        using var json = new Utf8JsonWriter(buffer);
        json.WriteStartObject();
        json.WriteStartObject("create_request");
        range.WriteTo(json);
        json.WriteNumber("start_revision", revision);
        json.WriteStartArray("filters");
        json.WriteStringValue("NODELETE");
        json.WriteEndArray();
        json.WriteEndObject();
        json.WriteEndObject();
        json.Flush();
        return buffer.WrittenMemory;
    }
}
