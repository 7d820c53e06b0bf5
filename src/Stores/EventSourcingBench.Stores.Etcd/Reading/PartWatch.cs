using System.Buffers;
using System.Text.Json;

namespace EventSourcingBench.Stores.Etcd;

/// <summary>One watch: the parts that are put from a revision on, as the server sends them.</summary>
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

    /// <summary>Whether more is here already.</summary>
    public bool HasMore => _lines.HasLine;

    /// <summary>Begins to watch.</summary>
    /// <exception cref="EtcdException">The node could not be reached, or refused.</exception>
    public static async Task<PartWatch> BeginAsync(EtcdClient client, Uri node, KeySpace keys, long revision, CancellationToken cancellationToken)
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

    /// <summary>The next parts, maybe none; null when the watch has ended, for whatever reason.</summary>
    public async ValueTask<List<Part>?> NextAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await _lines.ReadAsync(cancellationToken) is { } line ? Read(line) : null;
        }
        catch (Exception e) when (e is HttpRequestException or IOException)
        {
            // Whoever reads goes on by a range, which tells if the server is gone.
            return null;
        }
    }

    public void Dispose()
    {
        _lines.Dispose();
        _response.Dispose();
    }

    // A watch is cancelled by the server where its revision was compacted or it cannot follow.
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
