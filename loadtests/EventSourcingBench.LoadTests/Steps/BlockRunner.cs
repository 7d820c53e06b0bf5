namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Runs a plan block by block. A suite that runs until it is decided gets further blocks after all that are planned, as long as
/// something is undecided and its time is not over.</summary>
/// <param name="undecided">What is still undecided in a suite, in words.</param>
internal sealed class BlockRunner(
    StepPlan plan, Func<IReadOnlyList<Step>, Task> run, Func<Suite, IReadOnlyList<string>> undecided, RunProgress progress,
    TimeProvider time)
{
    private readonly Dictionary<string, (Step Last, IReadOnlyList<string> Undecided)> _open = new(StringComparer.Ordinal);

    /// <summary>What was undecided at the end of suites that ran until they were decided; null where none did.</summary>
    public IReadOnlyList<string>? Undecided => _open.Count == 0 ? null : [.. _open.Values.SelectMany(o => o.Undecided)];

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var begin = time.GetTimestamp();
        for (var groups = plan.Groups; groups.Count > 0; groups = Further(time.GetElapsedTime(begin)))
        {
            foreach (var block in groups.GroupBy(g => (g[0].Suite.Name, g[0].Trial)))
            {
                // A block of another suite may have taken what was left.
                if (groups != plan.Groups && !IsTimeFor(block.First()[0], time.GetElapsedTime(begin)))
                    continue;

                foreach (var group in block)
                {
                    if (cancellationToken.IsCancellationRequested)
                        return;

                    await run(group);
                }

                BlockEnds(block.Last()[0]);
            }
        }
    }

    private void BlockEnds(Step last)
    {
        if (last.Workload.Get(LoadParameters.UntilDecided) is null)
            return;

        var open = undecided(last.Suite);
        _open[last.Suite.Name] = (last, open);
        progress.Say($"{last.Suite.Name}, block {last.Trial}: " + (open.Count == 0
            ? "no place is open that more blocks would decide" : $"not decided: {string.Join("; ", open)}"));
    }

    private static bool IsTimeFor(Step step, TimeSpan elapsed) => elapsed < step.Workload.Get(LoadParameters.UntilDecided);

    private List<IReadOnlyList<Step>> Further(TimeSpan elapsed)
    {
        List<IReadOnlyList<Step>> groups =
        [
            .. from suite in _open.Values.ToList()
               let last = suite.Last
               where suite.Undecided.Count > 0 && last.Trial < LoadParameters.MostTrials
                   && IsTimeFor(last, elapsed)
               from step in plan.Further(last.Suite, last.Trial + 1)
               select step,
        ];
        progress.RunGoesOn(groups);
        return groups;
    }
}
