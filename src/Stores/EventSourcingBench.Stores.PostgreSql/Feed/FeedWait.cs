namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// When to look at the feed again: at once while pages are full, when a commit is signalled, soon while committed events
/// wait for an older transaction (whose end nobody signals if it is not an append), else after the poll interval.
/// </summary>
internal sealed class FeedWait(CommitSignal committed, TimeSpan pollInterval, TimeProvider time)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan LongestPending = TimeSpan.FromMilliseconds(100);

    private long _seen;
    private TimeSpan _pending = Shortest;

    /// <summary>The waits of one reader.</summary>
    public FeedWait Start() => new(committed, pollInterval, time);

    /// <summary>Makes every reader look at once.</summary>
    public void Wake() => committed.Raise();

    public void BeforeLook() => _seen = committed.Seen;

    public async ValueTask AfterLookAsync(FeedPage page, CancellationToken cancellationToken)
    {
        if (page.Full)
        {
            return;
        }

        if (!page.Pending || page.Events.Count > 0)
        {
            _pending = Shortest;
        }

        var atMost = page.Pending ? _pending : pollInterval;
        var raised = await committed.WaitAsync(_seen, atMost, time, cancellationToken);
        if (page.Pending && !raised)
        {
            _pending = _pending * 2 < LongestPending ? _pending * 2 : LongestPending;
        }
    }
}
