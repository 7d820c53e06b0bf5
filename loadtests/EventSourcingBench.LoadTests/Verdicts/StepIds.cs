namespace EventSourcingBench.LoadTests.Verdicts;

/// <summary>The ids of the events of a step.</summary>
internal static class StepIds
{
    /// <summary>Ids that no other step and no other trial has.</summary>
    /// <param name="step">The step.</param>
    /// <param name="trial">The trial in it, from 1.</param>
    /// <param name="time">The clock.</param>
    public static EventIds Of(Step step, int trial, TimeProvider time) =>
        new(time.GetUtcNow(), SplitMix64.BitsAt(step.Seed, ((long)step.Number << 16) | (uint)trial));
}
