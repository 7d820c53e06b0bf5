namespace EventSourcingBench.LoadTests.Growth;

/// <summary>Where the record of a step has it.</summary>
internal static class GrowthDetail
{
    /// <summary>Its member in JSON, and the beginning of its paths in reports.</summary>
    public const string Name = "growth";

    extension(StepRecord step)
    {
        public GrowthRecord? Growth => step.Detail<GrowthRecord>(Name);
    }
}
