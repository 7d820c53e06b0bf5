namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>A load of a stream, an append to it (with an event), or both: over HTTP one request. With <c>load</c> the event is appended at
/// the version that was read, else at <c>expected</c>. A load begins at the last snapshot and stores one after so many events; 0: it reads
/// the whole stream, or <c>count</c> events of it.</summary>
internal sealed class StreamRequest(
    string stream, EventData? data = null, bool load = false, ExpectedVersion expected = default, int snapshots = 0, int count = 0)
    : StoreOperation
{
    private string Query => (load, snapshots, count) switch
    {
        (true, > 0, _) => $"?load=true&snapshots={snapshots}",
        (true, _, _) => "?load=true",
        (_, > 0, _) when data is null => $"?snapshots={snapshots}",
        (_, _, > 0) when data is null => $"?count={count}",
        _ => "",
    };

    public override HttpLoadRequest ToHttp(RequestWriter to) => data is null
        ? new HttpLoadRequest(HttpMethod.Get, to.At($"streams/{stream}/state{Query}"))
        : new HttpLoadRequest(HttpMethod.Post, to.At($"streams/{stream}{Query}"), Body(to), data.Id, expected);

    public override LoadReply Read(HttpLoadReply reply)
    {
        if (reply.Outcome == Outcome.Conflict)
            return base.Read(reply) with { Version = JsonSerializer.Deserialize(reply.Body.Span, ApiJson.Default.ApiProblem)!.Actual ?? 0 };

        if (reply.Outcome != Outcome.Success)
            return base.Read(reply);

        if (data is not null)
        {
            var appended = JsonSerializer.Deserialize(reply.Body.Span, ApiJson.Default.AppendedEvent)!;
            return new(Outcome.Success, appended.Version, appended.Position ?? 0, DecidedOn: appended.LoadedVersion);
        }

        var loaded = JsonSerializer.Deserialize(reply.Body.Span, ApiJson.Default.LoadedStream)!;
        return new(Outcome.Success, loaded.Version, unchecked((long)ApiReadBack.HashOf(loaded.Digest)));
    }

    public override async ValueTask<LoadReply> RunAsync(DirectStore store, CancellationToken cancellationToken)
    {
        var id = new StreamId(stream);
        var state = !load && data is not null ? default
            : count > 0 ? await store.Streams.LoadAsync(id, from: 1, count, cancellationToken)
            : await store.Streams.LoadAsync(id, snapshots, cancellationToken);
        if (data is null)
            return new(Outcome.Success, state.Version, unchecked((long)state.Digest));

        var at = load ? ExpectedVersion.After(state.Version) : expected;
        var reply = await AppendAsync(store.Store.Events!, id, at, data, cancellationToken);
        return load ? reply with { DecidedOn = state.Version } : reply;
    }

    // The data is JSON already and goes into the body as it is.
    private ReadOnlyMemory<byte> Body(RequestWriter to)
    {
        var writer = to.Begin();
        writer.WriteStartObject();
        writer.WriteString("type", data!.Type);
        writer.WritePropertyName("data");
        writer.WriteRawValue(data.Data.Span, skipInputValidation: true);
        writer.WriteEndObject();
        return to.Written();
    }
}
