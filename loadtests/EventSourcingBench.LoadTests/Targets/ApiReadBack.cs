namespace EventSourcingBench.LoadTests.Targets;

/// <param name="nodes">The processes of the API now, of which the first is read: one that was killed has another in its place.</param>
internal sealed class ApiReadBack(Func<IReadOnlyList<ApiProcess>> nodes, StoreDetails details) : IReadBack
{
    private ApiProcess Api => nodes()[0];

    public bool HasStreams => details.Streams;

    public bool HasOrder => details.Order;

    public IAsyncEnumerable<List<FoundEvent>> ReadStreamAsync(
        string stream, long fromVersion, long maxCount, CancellationToken cancellationToken) =>
        HasStreams
            ? ReadAsync(stream, fromVersion, maxCount, cancellationToken)
            : PagesAsync(
                fromVersion == 1 ? "" : (fromVersion - 1).ToString(CultureInfo.InvariantCulture),
                $"&query=true&tag={Uri.EscapeDataString(stream)}", cancellationToken).Select(b => b.Events);

    public IAsyncEnumerable<FoundBatch> ReadAllAsync(string checkpoint, CancellationToken cancellationToken) =>
        PagesAsync(checkpoint, "", cancellationToken);

    public async Task<long> CountPendingAsync(CancellationToken cancellationToken)
    {
        var all = nodes().Where(n => n.IsRunning).Select(n => n.GetAsync<StoreDetails>("", cancellationToken));
        return (await Task.WhenAll(all)).Sum(d => (long)d.RequestsUnderWay);
    }

    public static ulong HashOf(string text) => ulong.Parse(text, NumberStyles.HexNumber, CultureInfo.InvariantCulture);

    private IAsyncEnumerable<List<FoundEvent>> ReadAsync(
        string stream, long fromVersion, long maxCount, CancellationToken cancellationToken)
    {
        var left = maxCount;
        return PagesAsync<StreamPage>(
            From(fromVersion), page => (left -= page.Events.Count) > 0 && page.Next is { } next ? From(next) : null, cancellationToken)
            .Where(page => page.Events.Count > 0)
            .Select(page => page.Events.Select(Found).ToList());

        string From(long version) => $"streams/{stream}?from={version}&count={Math.Min(left, PageSizes.Most)}";
    }

    private IAsyncEnumerable<FoundBatch> PagesAsync(string checkpoint, string how, CancellationToken cancellationToken)
    {
        var size = PageSizes.First(checkpoint.Length == 0);
        return PagesAsync<EventsPage>(After(checkpoint), page => page.CaughtUp ? null : After(page.Checkpoint), cancellationToken)
            .Select(page => new FoundBatch([.. page.Events.Select(Found)], page.Checkpoint));

        string After(string place)
        {
            var count = size;
            size = PageSizes.After(size);
            return $"events?count={count}&after={Uri.EscapeDataString(place)}{how}";
        }
    }

    // The API makes the next page while this one is judged.
    private async IAsyncEnumerable<TPage> PagesAsync<TPage>(
        string first, Func<TPage, string?> next, [EnumeratorCancellation] CancellationToken cancellationToken)
        where TPage : class
    {
        var asked = Api.GetAsync<TPage>(first, cancellationToken);
        for (var path = first; path is not null;)
        {
            var page = await asked;
            path = next(page);
            if (path is not null)
                asked = Api.GetAsync<TPage>(path, cancellationToken);

            yield return page;
        }
    }

    private static FoundEvent Found(DeliveredEvent found) =>
        new(found.EventId, found.Stream, found.Version, found.Position, HashOf(found.ContentHash));
}
