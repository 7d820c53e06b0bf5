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
    private FeedPage? _last;

    /// <summary>The waits of one reader.</summary>
    public FeedWait Start() => new(committed, pollInterval, time);

    /// <summary>Makes every reader look at once.</summary>
    public void Wake() => committed.Raise();

    /// <summary>Waits as long as the last look allows.</summary>
    public async ValueTask UntilNextLookAsync(CancellationToken cancellationToken)
    {
        if (_last is { Full: false } page)
        {
            var raised = await committed.WaitAsync(_seen, page.Pending ? _pending : pollInterval, time, cancellationToken);
            _pending = raised || !page.Pending || page.Events.Count > 0 ? Shortest : Longer(_pending);
        }

        // Taken before the look: a commit in between is seen by the look or ends the next wait at once.
        _seen = committed.Seen;
    }

    /// <summary>Takes note of what a look gave.</summary>
    public void Looked(FeedPage page) => _last = page;

    /// <summary>Lets the next look come at once.</summary>
    public void LookAgain() => _last = null;

    private static TimeSpan Longer(TimeSpan pending) => pending * 2 < LongestPending ? pending * 2 : LongestPending;
}
