namespace EventSourcingBench.LoadTests.Steps;

/// <summary>The load of a step that an engine makes: warm-up, then the measured time, sampled every second.</summary>
internal static class EngineStep
{
    public static async Task<StepRecord> RunAsync(
        ExperimentContext context, SuiteLoad load, Func<ValueTask> onWarm, StepRecord result, CancellationToken cancellationToken)
    {
        var (step, store, _, recorder, tools) = context;
        await using var sampler = new SecondSampler(
            recorder.TakeSecond, store, tools.Load.ProcessIds, s => tools.Progress.Second(step, s, recorder.Totals()), tools.Time);
        await using var watch = store.Target.Breakdown ? new ActivityWatch(store, tools.Time) : null;
        using var forced = ForcedWrites(step, store, tools);
        CostReading? cost = null;
        var (before, from) = (0L, 0L);
        tools.Progress.Phase(step, "warming up");
        var folder = tools.ResultsFolder;
        var measured = await tools.Load.RunAsync(
            load,
            async () =>
            {
                cost = await CostReading.TakeAsync(store, cancellationToken);
                from = load.History.Now;
                await onWarm();
                await (watch?.StartAsync() ?? Task.CompletedTask);
                sampler.Start();
                before = forced?.Read() ?? 0;
            },
            folder is null ? null : Path.Combine(folder, step.ReportFolder),
            cancellationToken);
        result = result with
        {
            StartedAt = measured.StartedAt,
            Elapsed = measured.Elapsed,
            Throughput = measured.Elapsed > TimeSpan.Zero ? recorder.Totals().Successes / measured.Elapsed.TotalSeconds : 0,
            ForcedWrites = forced is null ? null : new ForcedWritesRecord(forced.Read() - before, forced.Source),
            // An engine may need a while to end after its last answer: seconds in which nothing was sent would look like an outage.
            Seconds = [.. (await sampler.StopAsync()).Take((int)Math.Max(1, measured.Elapsed.TotalSeconds))],
            EngineReport = measured.EngineReport is { } file
                ? Path.GetRelativePath(folder!, file).Replace(Path.DirectorySeparatorChar, '/') : null,
            Notes = measured.Notes,
        };
        // What was read before is missing where the load was ended during the warm-up.
        result = cost is null ? result : AddCost(
            result, cost, await CostReading.TakeAsync(store, CancellationToken.None), load.History, from, tools.Price);
        return watch is null ? result : await watch.AddToAsync(result, recorder.Slowest());
    }

    // An event of a generator with another clock cannot be assigned to the measured time, and one that the history left out is unknown.
    private static StepRecord AddCost(
        StepRecord result, CostReading before, CostReading after, StepHistory history, long from, double? price)
    {
        result = result.Noting(before.Missing ?? after.Missing);
        var events = !history.HasOneClock || history.Incomplete is not null ? 0 : history.Operations.LongCount(
            o => o is { Kind: OperationKind.Append, Outcome: Outcome.Success } && o.Start >= from);
        return events == 0 ? result : result.With(CostRecord.Name, after.Since(before, events, result).WithPrice(price));
    }

    // Counts how often a store forces files to disk where requests come one after the other, and no two can share a forced write. Only
    // where the store claims to force: to count costs about 1 µs a request.
    private static ForcedWriteCounter? ForcedWrites(Step step, IStoreUnderTest store, RunTools tools)
    {
        var claims = tools.Stores.Any(s => s.Name == step.Store && s.Durability == StoreTarget.Forced);
        if (!claims || step.Copies != 1 || store.Disk is not { } disk)
            return null;

        try
        {
            return ForcedWriteCounter.Start(store.DataProcessIds, disk.Folder);
        }
        catch (IOException e)
        {
            throw new StoreFailureException($"The data folder {disk.Folder} cannot be written to: {e.Message}", e);
        }
    }
}
