namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>What the calibrations share: stores, servers, a work folder, and single steps of the suites.</summary>
internal sealed class CalibrationBench(
    Catalog<StoreDefinition> catalog, ServerPool servers, RunWorkFolder work, RunProgress progress, TimeProvider time)
{
    // Until the runtime has compiled the API's and the client's code for good: after 3 s of load half the rate was seen
    // that came after 10 s. The other side of a ratio (pgbench, wrk) has nothing to warm.
    private static readonly TimeSpan ProcessWarmUpTime = TimeSpan.FromSeconds(10);

    public string WorkFolder => work.Path;

    public TimeProvider Time => time;

    public void Say(string message) => progress.Say(message);

    /// <summary>The store with its server; null where it cannot run here.</summary>
    public async Task<(StoreTarget? Target, Unavailable? Unavailable)> FindAsync(
        string store, IReadOnlyDictionary<string, string> options, CancellationToken cancellationToken)
    {
        var entry = catalog.Find(store);
        var unavailable = entry.Unavailable ?? (entry.Server is { } needed ? await servers.CheckAsync(needed, cancellationToken) : null);
        if (unavailable is not null)
        {
            return (null, unavailable);
        }

        var server = entry.Server is { } kind ? await servers.AcquireAsync(kind, cancellationToken) : null;
        return (new StoreTarget(entry, server, options, work.Path, [], Keep: false), null);
    }

    /// <summary>Runs one step of a suite, verified like any other.</summary>
    /// <exception cref="StoreFailureException">The step failed, or its verdict is not good.</exception>
    public async Task<StepRecord> RunStepAsync(
        StoreTarget target, string via, string suite, int copies, TimeSpan duration, CancellationToken cancellationToken, int streams = 1)
    {
        await using IStoreUnderTest store = via == Via.Direct ? new DirectStore(target) : new ApiStore(target);
        var known = SuiteCatalog.Find(suite);
        var workload = new Workload("calibration", known.Parameters,
        [
            new(LoadParameters.Copies, copies.ToString(CultureInfo.InvariantCulture)),
            new(LoadParameters.Duration, DurationText.Of(duration)),
            new(LoadParameters.WarmUp, "1s"),
            new(LoadParameters.Streams, streams.ToString(CultureInfo.InvariantCulture)),
            new(LoadParameters.Timeout, "10s"),
        ]);
        var step = new Step(1, known, workload, target.Name, Trial: 1, copies, Rate: null);
        var tools = new RunTools(
            new EngineLoad(new BuiltInEngine(time)), BarSource.Synthetic(seed: 1), progress, new Dictionary<int, double>(), time);
        await ProcessWarmUp.RunAsync(step.Suite, workload, target.Name, store, tools, ProcessWarmUpTime, cancellationToken);
        var record = await new StepRunner(step, store, tools).RunAsync(cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        return record.Verdict.Passed ? record : throw new StoreFailureException($"{step}: {record.Verdict.Text}");
    }
}
