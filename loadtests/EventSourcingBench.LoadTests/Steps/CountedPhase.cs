namespace EventSourcingBench.LoadTests.Steps;

/// <summary>
/// A phase of a step that goes through a known number of things: users see how far it is, once a second. Safe for concurrent use.
/// </summary>
internal sealed class CountedPhase(RunProgress progress, Step step, string phase, long total, TimeProvider time)
{
    private static readonly long Never = long.MinValue;

    private long _done;
    private long _shown = Never;

    /// <summary>One more is done.</summary>
    public void Advance()
    {
        var done = Interlocked.Increment(ref _done);
        var (shown, now) = (Interlocked.Read(ref _shown), time.GetTimestamp());
        var isDue = shown == Never || done == total || time.GetElapsedTime(shown, now) >= TimeSpan.FromSeconds(1);
        if (isDue && Interlocked.CompareExchange(ref _shown, now, shown) == shown)
        {
            progress.Counted(step, phase, done, total);
        }
    }
}
