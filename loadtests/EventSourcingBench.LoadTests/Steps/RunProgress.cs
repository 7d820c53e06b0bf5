namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Tells the user what is going on: a line that renews itself on a terminal, plain lines elsewhere.</summary>
internal abstract class RunProgress
{
    /// <summary>Something that stays on the screen.</summary>
    public abstract void Say(string message);

    /// <summary>The load begins.</summary>
    public abstract void RunStarts(StepPlan plan);

    /// <summary>A step is at this point (<c>warming up</c>, <c>measuring</c>, <c>verifying</c>).</summary>
    public abstract void Phase(Step step, string phase);

    /// <summary>How far a phase is that goes through a known number of things.</summary>
    public abstract void Counted(Step step, string phase, long done, long total);

    /// <summary>A second of a step's measured time has passed.</summary>
    public abstract void Second(Step step, SecondRecord second, LoadTotals totals);

    /// <summary>A step has ended.</summary>
    public abstract void StepEnds(Step step, StepRecord record);
}
