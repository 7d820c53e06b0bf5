namespace EventSourcingBench.LoadTests.Run;

internal static class ForeignLoad
{
    private const int MostRepeats = 2;

    // Without the share: reports count equal notes.
    private static readonly string Disturbed =
        FormattableString.Invariant($"other processes took more than {OtherWork.DisturbingShare:0%} of this machine's CPU time");

    /// <summary>Repeats a step, at most twice, where other processes took more than a tenth of the cores. A bad verdict stands, and so
    /// does the run before a repetition that was interrupted.</summary>
    public static async Task<StepRecord> RepeatDisturbedAsync(Func<Task<StepRecord>> run, Action<string> say)
    {
        var record = await run();
        for (var repeats = 0; repeats < MostRepeats && record is { Verdict.Passed: true, Interrupted: false }
            && ShareIn(record, Environment.ProcessorCount) is > OtherWork.DisturbingShare and var share; repeats++)
        {
            say(FormattableString.Invariant($"other processes took {share:0%} of this machine's CPU time: the step is repeated"));
            var repeated = await run();
            if (repeated.Interrupted)
                return record.Noting($"The step was disturbed: {Disturbed}. Its repetition was interrupted.");

            record = repeated.Noting($"The step was repeated: {Disturbed} in the run before.");
        }

        return record;
    }

    /// <summary>The environment with a warning where other processes took more than a tenth of the cores in a step.</summary>
    public static EnvironmentRecord AddForeignLoad(this EnvironmentRecord environment, IReadOnlyList<StepRecord> steps)
    {
        // Of a step shorter than a second it is not known.
        var known = steps.Select(s => (Step: s, Share: ShareIn(s, environment.Cores))).Where(s => s.Share is not null).ToList();
        var disturbed = known.FindAll(s => s.Share > OtherWork.DisturbingShare);
        if (disturbed.Count == 0)
            return environment;

        var (worst, share) = disturbed.MaxBy(d => d.Share);
        var warning = FormattableString.Invariant(
            $"In {disturbed.Count} of {known.Count} steps of a second or longer other processes took more than ")
            + FormattableString.Invariant($"{OtherWork.DisturbingShare:0%} of this machine's CPU time, at most {share:0%} ")
            + FormattableString.Invariant($"(step {worst.Number}, {worst.Suite} of {worst.Store}). ")
            + "Those figures are not the stores' alone. End that work and repeat the steps. results.csv has each step's: other_cores.";
        return environment with { Warnings = [.. environment.Warnings, warning] };
    }

    private static double? ShareIn(StepRecord step, int cores) => step.Seconds.Average(second => second.OtherCores) / cores;
}
