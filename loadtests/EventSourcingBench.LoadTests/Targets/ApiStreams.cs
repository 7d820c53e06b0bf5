using System.Buffers;

namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Streams through the API: one request for each operation, also for a load with an append.</summary>
/// <param name="api">The store's address, ending in a slash.</param>
/// <param name="copies">How many requests are under way at once.</param>
internal sealed class ApiStreams(Uri api, int copies) : IStreamTarget, IDisposable
{
    private readonly HttpLoadClient _client = new(copies);
    private readonly ArrayBufferWriter<byte>[] _bodies = [.. Enumerable.Range(0, copies).Select(_ => new ArrayBufferWriter<byte>())];

    public async ValueTask<StreamReply> SendAsync(StreamRequest request, TimeSpan timeout)
    {
        var reply = await _client.SendAsync(request.Worker, Message(request), timeout, CancellationToken.None);
        if (request.Event is not null || reply.Outcome != Outcome.Success)
        {
            return new StreamReply(reply.Outcome, reply.Version, Error: reply.Error);
        }

        var loaded = JsonSerializer.Deserialize(reply.Body.Span, ApiJson.Default.LoadedStream)!;
        return new StreamReply(Outcome.Success, loaded.Version, ApiReadBack.HashOf(loaded.Digest));
    }

    public void Dispose() => _client.Dispose();

    private HttpLoadRequest Message(in StreamRequest request) => request.Event is { } data
        ? new HttpLoadRequest(HttpMethod.Post, new Uri(api, $"streams/{request.Stream}{Query(request)}"))
        {
            Body = Body(_bodies[request.Worker], data),
            IdempotencyKey = data.Id,
            Expected = request.Expected,
        }
        : new HttpLoadRequest(HttpMethod.Get, new Uri(api, $"streams/{request.Stream}/state{Query(request)}"));

    private static string Query(in StreamRequest request) => string.Create(CultureInfo.InvariantCulture, $"{request switch
    {
        { Load: true, Snapshots: > 0 } => $"?load=true&snapshots={request.Snapshots}",
        { Load: true } => "?load=true",
        { Event: null, Snapshots: > 0 } => $"?snapshots={request.Snapshots}",
        { Event: null, Count: > 0 } => $"?count={request.Count}",
        _ => "",
    }}");

    // The data is JSON already and goes into the body as it is.
    private static ReadOnlyMemory<byte> Body(ArrayBufferWriter<byte> buffer, EventData data)
    {
        buffer.ResetWrittenCount();
        using var writer = new Utf8JsonWriter(buffer);
        writer.WriteStartObject();
        writer.WriteString("type", data.Type);
        writer.WritePropertyName("data");
        writer.WriteRawValue(data.Data.Span, skipInputValidation: true);
        writer.WriteEndObject();
        writer.Flush();
        return buffer.WrittenMemory;
    }
}
