namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>A load of a stream, an append to it (with an event), or both: over HTTP one request.</summary>
internal sealed class StreamRequest(string stream, EventData? data = null) : StoreOperation
{
    /// <summary>Whether the stream is read and folded; an append then expects the version that was read.</summary>
    public bool Load { get; init; }

    /// <summary>The version that an append without a load expects. Default: any.</summary>
    public ExpectedVersion Expected { get; init; }

    /// <summary>A load begins at the last snapshot, and stores one after so many events; 0: it reads the whole stream.</summary>
    public int Snapshots { get; init; }

    /// <summary>The most events to load; 0 for all.</summary>
    public int Count { get; init; }

    private string Query => this switch
    {
        { Load: true, Snapshots: > 0 } => $"?load=true&snapshots={Snapshots}",
        { Load: true } => "?load=true",
        { Snapshots: > 0 } when data is null => $"?snapshots={Snapshots}",
        { Count: > 0 } when data is null => $"?count={Count}",
        _ => "",
    };

    public override HttpLoadRequest ToHttp(RequestWriter to) => data is null
        ? new HttpLoadRequest(HttpMethod.Get, to.At($"streams/{stream}/state{Query}"))
        : new HttpLoadRequest(HttpMethod.Post, to.At($"streams/{stream}{Query}"))
        {
            Body = Body(to),
            IdempotencyKey = data.Id,
            Expected = Expected,
        };

    public override LoadReply Read(HttpLoadReply reply)
    {
        if (data is not null || reply.Outcome != Outcome.Success)
            return base.Read(reply);

        var loaded = JsonSerializer.Deserialize(reply.Body.Span, ApiJson.Default.LoadedStream)!;
        return new(Outcome.Success, loaded.Version, unchecked((long)ApiReadBack.HashOf(loaded.Digest)));
    }

    public override async ValueTask<LoadReply> RunAsync(DirectStore store, CancellationToken cancellationToken)
    {
        var id = new StreamId(stream);
        var state = !Load && data is not null ? default
            : Count > 0 ? await store.Streams.LoadAsync(id, from: 1, Count, cancellationToken)
            : await store.Streams.LoadAsync(id, Snapshots, cancellationToken);
        return data is null
            ? new(Outcome.Success, state.Version, unchecked((long)state.Digest))
            : await AppendAsync(store.Store.Events!, id, Load ? ExpectedVersion.After(state.Version) : Expected, data, cancellationToken);
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
