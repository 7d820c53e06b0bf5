namespace EventSourcingBench.LoadTests.Targets;

/// <param name="api">The process to ask now: one that was killed has another in its place.</param>
internal sealed class ApiReadBack(Func<ApiProcess> api, StoreDetails details) : IReadBack
{
    private const int PageSize = 10_000;

    public bool HasStreams => details.Streams;

    public bool HasOrder => details.Order;

    public IAsyncEnumerable<List<FoundEvent>> ReadStreamAsync(
        string stream, long fromVersion, long maxCount, CancellationToken cancellationToken) =>
        HasStreams
            ? ReadAsync(stream, fromVersion, maxCount, cancellationToken)
            : PagesAsync("", $"&query=true&tag={Uri.EscapeDataString(stream)}", cancellationToken).Select(b => b.Events);

    public IAsyncEnumerable<FoundBatch> ReadAllAsync(string checkpoint, CancellationToken cancellationToken) =>
        PagesAsync(checkpoint, "", cancellationToken);

    public async Task<long> CountPendingAsync(CancellationToken cancellationToken) =>
        (await api().GetAsync<StoreDetails>("", cancellationToken)).RequestsUnderWay;

    public static ulong HashOf(string text) => ulong.Parse(text, NumberStyles.HexNumber, CultureInfo.InvariantCulture);

    private async IAsyncEnumerable<List<FoundEvent>> ReadAsync(
        string stream, long fromVersion, long maxCount, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var left = maxCount;
        for (long? from = fromVersion; from is not null && left > 0;)
        {
            var page = await api().GetAsync<StreamPage>(
                $"streams/{stream}?from={from}&count={Math.Min(left, PageSize)}", cancellationToken);
            if (page.Events.Count > 0)
                yield return [.. page.Events.Select(Found)];

            left -= page.Events.Count;
            from = page.Next;
        }
    }

    private async IAsyncEnumerable<FoundBatch> PagesAsync(
        string checkpoint, string how, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        EventsPage page;
        do
        {
            page = await api().GetAsync<EventsPage>(
                $"events?count={PageSize}&after={Uri.EscapeDataString(checkpoint)}{how}", cancellationToken);
            checkpoint = page.Checkpoint;
            yield return new FoundBatch([.. page.Events.Select(Found)], checkpoint);
        }
        while (!page.CaughtUp);
    }

    private static FoundEvent Found(DeliveredEvent found) =>
        new(found.EventId, found.Stream, found.Version, found.Position, HashOf(found.ContentHash));
}
