namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Loads a store's process before the first step, so that compilation at run time is not measured in the first trials.</summary>
/// <param name="isAlone">Whether this process loads no other store meanwhile, so that its CPU counts too.</param>
internal sealed class ProcessWarmUp(
    Suite suite, Workload workload, string name, IStoreUnderTest store, RunTools tools, bool isAlone = true)
{
    private const int Copies = 8;
    private const int MostRounds = 10;
    private const int SteadyRounds = 3;

    // Compilation goes on while a round takes less CPU for each request than the one before.
    private const double Cheaper = 0.9;
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(0.1);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Measuring = TimeSpan.FromSeconds(0.4);

    /// <summary>A round is as long as a step's warm-up, at most two seconds and half of what is measured; at least 100 ms.</summary>
    public static TimeSpan RoundOf(Workload workload)
    {
        var most = Math.Max(Shortest.Ticks, Math.Min(workload.Get(LoadParameters.Duration).Ticks / 2, Longest.Ticks));
        return new TimeSpan(Math.Clamp(workload.Get(LoadParameters.WarmUp).Ticks, Shortest.Ticks, most));
    }

    /// <summary>Rounds of such a length until three in succession are not cheaper than the best before; at most ten, and none begins after
    /// ten times that length: some stores have much to end after each. Of less than 0.4 s, which is too short to measure with, it
    /// is one.</summary>
    /// <returns>How long a round took, on average.</returns>
    public async Task<TimeSpan> UntilSteadyAsync(TimeSpan round, CancellationToken cancellationToken)
    {
        var (start, rounds, steady, best) = (tools.Time.GetTimestamp(), 0, 0, double.PositiveInfinity);
        var most = round < Measuring ? 1 : MostRounds;
        for (; rounds < most && steady < SteadyRounds && tools.Time.GetElapsedTime(start) < MostRounds * round; rounds++)
        {
            // What is not known is not waited for.
            var cost = await RunAsync(round, cancellationToken) ?? double.PositiveInfinity;
            steady = cost < Cheaper * best ? 0 : steady + 1;
            best = Math.Min(best, cost);
        }

        return tools.Time.GetElapsedTime(start) / rounds;
    }

    /// <returns>CPU seconds of the API, and of the generator if it is alone, for each request; null where they are not known.</returns>
    public async Task<double?> RunAsync(TimeSpan duration, CancellationToken cancellationToken)
    {
        var brief = suite.Steps(workload).First().Workload.With(
        [
            new(LoadParameters.Copies, Copies.ToString(CultureInfo.InvariantCulture)),
            new(LoadParameters.Duration, DurationText.Of(duration)),
            new(LoadParameters.WarmUp, "0"),
            .. suite.WarmUp,
        ]);
        var step = new Step(0, suite, brief, name, Trial: 1, Copies, Rate: null);
        var recorder = new LoadRecorder(suite.Operation, Copies, tools.Time);
        await using var experiment = suite.Create(new ExperimentContext(step, store, Copies, recorder, tools));
        await experiment.PrepareAsync(cancellationToken);
        IEnumerable<int> own = isAlone ? [Environment.ProcessId] : [];
        var processes = store.ApiProcessIds.Concat(own).Select(id => new ProcessTreeSampler(id, tools.Time)).ToList();
        processes.ForEach(p => p.Take());
        var start = tools.Time.GetTimestamp();
        await tools.Load.RunAsync(experiment.Load!, () => ValueTask.CompletedTask, reportFolder: null, cancellationToken);
        var seconds = tools.Time.GetElapsedTime(start).TotalSeconds;
        // Without a process that can be looked at, such as that of an API elsewhere, the sum is 0.
        return processes.Sum(p => p.Take()?.Cores) * seconds / recorder.Totals().Requests is > 0 and < double.PositiveInfinity and var cost
            ? cost : null;
    }
}
