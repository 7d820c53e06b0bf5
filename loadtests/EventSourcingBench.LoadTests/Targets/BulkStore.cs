namespace EventSourcingBench.LoadTests.Targets;

/// <summary>What bulk appends need of a store, whether it is in this process or behind the API.</summary>
internal sealed record BulkStore(IBulkWriter Bulk, IReadBack Streams, bool KnowsRepeats)
{
    public static BulkStore? Of(IStore store) => store is { Bulk: { } bulk, Events: not null }
        ? new BulkStore(bulk, new DirectReadBack(store), store.Capabilities.HasFlag(StoreCapabilities.IdempotentAppend))
        : null;

    public static Unavailable? Obstacle(StoreUnderTest store) => store.BulkStore is null
        ? new Unavailable(
            "It has no bulk append (many events of many streams by one call), or no streams to read back.",
            "Take another store for this suite.")
        : null;
}

/// <summary>Bulk appends by requests to the nodes of the API in turn. The caller says how long one may take.</summary>
internal sealed class ApiBulkWriter(IReadOnlyList<ApiProcess> nodes) : IBulkWriter
{
    private int _turn = -1;

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        var api = nodes[(int)((uint)Interlocked.Increment(ref _turn) % (uint)nodes.Count)];
        using var content = new BulkContent(events) { Headers = { ContentType = new MediaTypeHeaderValue(BulkLines.MediaType) } };
        try
        {
            using var response = await api.Client.PostAsync(new Uri("events", UriKind.Relative), content, cancellationToken);
            if (response.StatusCode != HttpStatusCode.Created)
            {
                var words = HttpOutcomes.Problem(await response.Content.ReadAsByteArrayAsync(cancellationToken));
                var message = words ?? $"The API of {api.Store} answered {(int)response.StatusCode}.";
                throw response.StatusCode switch
                {
                    HttpStatusCode.ServiceUnavailable => new StoreUnavailableException(message),
                    HttpStatusCode.GatewayTimeout => new OutcomeUnknownException(message),
                    _ => new StoreFailureException(message),
                };
            }
        }
        catch (Exception e) when (HttpOutcomes.IsOfNetwork(e))
        {
            throw HttpOutcomes.OfException(e) == Outcome.Error
                ? new StoreUnavailableException($"The API of {api.Store} cannot be reached: {e.Message}", e)
                : new OutcomeUnknownException($"The connection to the API of {api.Store} broke: {e.Message}", e);
        }
    }

    /// <summary>The events of a flush as the body of a request, written as they are sent: the whole is never in memory.</summary>
    private sealed class BulkContent(IReadOnlyList<BulkEvent> events) : HttpContent
    {
        private const int ChunkBytes = 64 << 10;

        protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
            SerializeToStreamAsync(stream, context, CancellationToken.None);

        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
        {
            var chunk = new ArrayBufferWriter<byte>(ChunkBytes);
            foreach (var bulk in events)
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
}
