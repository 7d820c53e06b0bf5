namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Tells the user what is going on: a line that renews itself on a terminal, plain lines elsewhere.</summary>
internal abstract class RunProgress
{
    /// <summary>Something that stays on the screen.</summary>
    public abstract void Say(string message);

    public abstract void RunStarts(StepPlan plan);

    /// <summary>A step is at this point (<c>warming up</c>, <c>measuring</c>, <c>verifying</c>).</summary>
    public abstract void Phase(Step step, string phase);

    /// <summary>How far a phase is that goes through a known number of things.</summary>
    public abstract void Counted(Step step, string phase, long done, long total);

    public abstract void Second(Step step, SecondRecord second, LoadTotals totals);

    public abstract void StepEnds(Step step, StepRecord record);
}

/// <summary>
/// A phase of a step that goes through a known number of things: users see how far it is, once a second. Safe for concurrent use.
/// </summary>
internal sealed class CountedPhase(RunProgress progress, Step step, string phase, long total, TimeProvider time)
{
    private static readonly long Never = long.MinValue;

    private long _done;
    private long _shown = Never;

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
