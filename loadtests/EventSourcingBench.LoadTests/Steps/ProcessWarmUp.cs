namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Loads a store's process before the first step, so that compilation at run time is not measured in the first trials.</summary>
/// <param name="isAlone">Whether this process loads no other store meanwhile, so that its CPU counts too.</param>
internal sealed class ProcessWarmUp(
    Suite suite, Workload workload, string name, StoreUnderTest store, RunTools tools, bool isAlone = true)
{
    private const int Copies = 8;
    private const int MostRounds = 20;
    private const int SteadyRounds = 3;

    // Compilation goes on while rounds take less CPU for each request.
    private const double Cheaper = 0.9;
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(0.1);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Measuring = TimeSpan.FromSeconds(0.4);

    /// <summary>One load of at most twenty rounds, which ends when three in succession were not cheaper by a tenth than the best before. A
    /// round is as long as a step's warm-up, at most two seconds and half of what is measured; at least 100 ms. Of less than 0.4 s, too
    /// short to measure with, it is one round.</summary>
    /// <returns>How long it took besides the load.</returns>
    public async Task<TimeSpan> UntilSteadyAsync(CancellationToken cancellationToken)
    {
        var most = Math.Max(Shortest.Ticks, Math.Min(workload.Get(LoadParameters.Duration).Ticks / 2, Longest.Ticks));
        var round = new TimeSpan(Math.Clamp(workload.Get(LoadParameters.WarmUp).Ticks, Shortest.Ticks, most));
        var start = tools.Time.GetTimestamp();
        var (best, steady) = (double.PositiveInfinity, 0);
        var loaded = await RunAsync(
            round < Measuring ? round : MostRounds * round, round,
            cost =>
            {
                (best, steady) = cost < Cheaper * best ? (cost, 0) : (best, steady + 1);
                return steady == SteadyRounds;
            },
            cancellationToken);
        return tools.Time.GetElapsedTime(start) - loaded;
    }

    public Task RunAsync(TimeSpan duration, CancellationToken cancellationToken) =>
        RunAsync(duration, duration, _ => false, cancellationToken);

    // Asks after each round whether it is enough, with the CPU seconds of the API, and of the generator if it is alone, for each request.
    private async Task<TimeSpan> RunAsync(
        TimeSpan duration, TimeSpan round, Func<double, bool> isEnough, CancellationToken cancellationToken)
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
        var (start, requests) = (tools.Time.GetTimestamp(), 0L);
        var taken = start;
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var watching = tools.Time.EveryAsync(
            round,
            async () =>
            {
                var (total, now) = (recorder.Totals().Requests, tools.Time.GetTimestamp());
                if (total == requests)
                    return;

                // Without a process that can be looked at, such as that of an API elsewhere, the sum is 0, and nothing is waited for.
                var seconds = processes.Sum(p => p.Take()?.Cores ?? 0) * tools.Time.GetElapsedTime(taken, now).TotalSeconds;
                var cost = seconds / (total - requests);
                (requests, taken) = (total, now);
                if (isEnough(cost > 0 ? cost : double.PositiveInfinity))
                    await enough.CancelAsync();
            },
            enough.Token);
        try
        {
            await tools.Load.RunAsync(experiment.Load!, () => ValueTask.CompletedTask, reportFolder: null, enough.Token);
            return tools.Time.GetElapsedTime(start);
        }
        finally
        {
            await enough.CancelAsync();
            await watching;
        }
    }
}
