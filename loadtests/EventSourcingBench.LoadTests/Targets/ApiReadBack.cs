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

    private IAsyncEnumerable<List<FoundEvent>> ReadAsync(
        string stream, long fromVersion, long maxCount, CancellationToken cancellationToken)
    {
        var left = maxCount;
        return PagesAsync(
            Ask(fromVersion),
            page => (left -= page.Events.Count) > 0 && page.Next is { } next ? Ask(next) : null,
            page => page.Events.Select(Found).ToList()).Where(events => events.Count > 0);

        Task<StreamPage> Ask(long from) => api().GetAsync<StreamPage>(
            $"streams/{stream}?from={from}&count={Math.Min(left, PageSize)}", cancellationToken);
    }

    private IAsyncEnumerable<FoundBatch> PagesAsync(string checkpoint, string how, CancellationToken cancellationToken)
    {
        return PagesAsync(
            Ask(checkpoint),
            page => page.CaughtUp ? null : Ask(page.Checkpoint),
            page => new FoundBatch([.. page.Events.Select(Found)], page.Checkpoint));

        Task<EventsPage> Ask(string after) => api().GetAsync<EventsPage>(
            $"events?count={PageSize}&after={Uri.EscapeDataString(after)}{how}", cancellationToken);
    }

    // The API makes the next page while this one is judged.
    private static async IAsyncEnumerable<T> PagesAsync<TPage, T>(Task<TPage> first, Func<TPage, Task<TPage>?> next, Func<TPage, T> make)
    {
        for (var asked = first; asked is not null;)
        {
            var page = await asked;
            asked = next(page);
            yield return make(page);
        }
    }

    private static FoundEvent Found(DeliveredEvent found) =>
        new(found.EventId, found.Stream, found.Version, found.Position, HashOf(found.ContentHash));
}
