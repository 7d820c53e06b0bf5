namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// When and how one reader looks at the feed again. As long as looks give events: at once, with the shortest question.
/// Then once more, asking whether events are pending. Then it waits: for a commit's signal; while events are pending only
/// shortly, because nobody signals the end of the older transaction if that is no append; else for the poll interval.
/// </summary>
internal sealed class FeedWait(CommitSignal committed, TimeSpan pollInterval, TimeProvider time)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan LongestPending = TimeSpan.FromMilliseconds(100);

    private long _seen;
    private TimeSpan _pending = Shortest;
    private FeedPage? _last;

    /// <summary>Whether the next look asks for pending events.</summary>
    public bool AskPending { get; private set; } = true;

    private bool HasToWait => _last is { Events.Count: 0, Pending: not null };

    private TimeSpan AtMost => _last!.Pending == true ? _pending : pollInterval;

    /// <summary>The waits of one reader.</summary>
    public FeedWait Start() => new(committed, pollInterval, time);

    /// <summary>Makes every reader look at once.</summary>
    public void Wake() => committed.Raise();

    /// <summary>Waits as long as the last look allows.</summary>
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

    /// <summary>Takes note of what a look gave.</summary>
    public void Looked(FeedPage page) => _last = page;

    /// <summary>Lets the next look come at once, and ask.</summary>
    public void LookAgain() => (_last, AskPending) = (null, true);

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

        // Taken before the look: a commit in between is seen by the look or ends the next wait at once.
        _seen = committed.Seen;
    }

    private static TimeSpan Longer(TimeSpan pending) => pending * 2 < LongestPending ? pending * 2 : LongestPending;
}
