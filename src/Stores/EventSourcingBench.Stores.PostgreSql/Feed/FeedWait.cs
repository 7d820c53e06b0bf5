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

    private bool HasToWait => _last is { Events.Count: 0, Pending: not null };

    private TimeSpan AtMost => _last!.Pending == true ? _pending : pollInterval;

    /// <summary>Waits as long as the last result allows.</summary>
    public async ValueTask UntilNextLookAsync(CancellationToken cancellationToken)
    {
        bool? raised = HasToWait ? await committed.WaitAsync(_seen, AtMost, time, cancellationToken) : null;
        BeforeLook(raised);
    }

    /// <summary>The same, blocking the thread.</summary>
    public void UntilNextLook(CancellationToken cancellationToken)
    {
        bool? raised = HasToWait ? committed.Wait(_seen, AtMost, cancellationToken) : null;
        BeforeLook(raised);
    }

    /// <summary>Records the result of a query.</summary>
    public void Looked(FeedPage page) => _last = page;

    private void BeforeLook(bool? raised)
    {
        if (raised is { } woken)
        {
            _pending = woken || _last!.Pending == false ? Shortest : Longer(_pending);
            AskPending = !woken;
        }
        else if (_last is not null)
        {
            AskPending = _last.Events.Count == 0;
        }

        // Taken before the query: a commit in between is either seen by the query or ends the next wait at once.
        _seen = committed.Seen;
    }

    private static TimeSpan Longer(TimeSpan pending) => pending * 2 < LongestPending ? pending * 2 : LongestPending;
}
