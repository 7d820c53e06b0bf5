namespace EventSourcingBench.LoadTests.Run;

internal static class ForeignLoad
{
    /// <summary>The environment with a warning where other processes took more than a tenth of the cores in a step.</summary>
    public static EnvironmentRecord AddForeignLoad(this EnvironmentRecord environment, IReadOnlyList<StepRecord> steps)
    {
        var disturbed = steps.Select(s => (Step: s, Share: s.Seconds.Average(second => second.OtherCores) / environment.Cores))
            .Where(s => s.Share > CpuWatch.DisturbingShare).ToList();
        if (disturbed.Count == 0)
            return environment;

        var (worst, share) = disturbed.MaxBy(d => d.Share);
        var warning = string.Create(
            CultureInfo.InvariantCulture,
            $"In {disturbed.Count} of {steps.Count} steps other processes took more than {CpuWatch.DisturbingShare:0%} of this machine's "
                + $"CPU time, at most {share:0%} (step {worst.Number}, {worst.Suite} of {worst.Store}). "
                + $"Those figures are not the stores' alone. ");
        return environment with
        {
            Warnings = [.. environment.Warnings, warning + "End that work and repeat the steps. results.csv has each step's: other_cores."],
        };
    }
}
