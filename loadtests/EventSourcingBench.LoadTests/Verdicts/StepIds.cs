namespace EventSourcingBench.LoadTests.Verdicts;

/// <summary>The ids of the events of a step.</summary>
internal static class StepIds
{
    /// <summary>Ids that no other step and no other trial has.</summary>
    public static EventIds Of(Step step, int trial, TimeProvider time) =>
        new(time.GetUtcNow(), SplitMix64.BitsAt(step.Seed, ((long)step.Number << 16) | (uint)trial));
}
