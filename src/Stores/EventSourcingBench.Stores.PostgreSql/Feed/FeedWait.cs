namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>
/// Schedules the queries of one reader. While queries return events, the next one runs at once, without a check for pending
/// events. Then one more checks for pending events. Then the reader waits for a commit signal or the poll interval. While
/// events are pending it waits only briefly, because the end of an older transaction without an append is not signalled.
/// </summary>
internal sealed class FeedWait(Pulse committed, TimeSpan pollInterval, TimeProvider time)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan LongestPending = TimeSpan.FromMilliseconds(100);

    private long _seen;
    private TimeSpan _pending = Shortest;
    private FeedPage? _last;

    /// <summary>Whether the next query checks for pending events.</summary>
    public bool AskPending { get; private set; } = true;

    /// <summary>Waits as long as the last result allows.</summary>
    /// <param name="blocks">Whether it blocks the thread. It is then complete when it returns.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public async ValueTask UntilNextLookAsync(bool blocks, CancellationToken cancellationToken)
    {
        if (_last is { Events.Count: 0, Pending: { } isPending })
        {
            var atMost = isPending ? _pending : pollInterval;
            var woken = blocks
                ? committed.Wait(_seen, atMost, cancellationToken)
                : await committed.WaitAsync(_seen, atMost, time, cancellationToken);
            _pending = woken || !isPending ? Shortest : Longer(_pending);
            AskPending = !woken;
        }
        else if (_last is not null)
        {
            AskPending = _last.Events.Count == 0;
        }

        // Taken before the query: a commit in between is either seen by the query or ends the next wait at once.
        _seen = committed.Seen;
    }

    public void Looked(FeedPage page) => _last = page;

    private static TimeSpan Longer(TimeSpan pending) => pending * 2 < LongestPending ? pending * 2 : LongestPending;
}
