namespace EventSourcingBench.LoadTests.Verdicts;

/// <summary>A step whose load an engine makes for a time: the store is filled, loaded beside read models and faults, verified.</summary>
internal abstract class EngineExperiment<TLoad>(ExperimentContext context) : IExperiment
    where TLoad : SuiteLoad
{
    private const int BatchLength = 5_000;

    private LoadObserver? _observer;
    private CostReading? _costBefore;
    private Task? _ending;

    protected ExperimentContext Context => context;

    protected TLoad Load { get; private set; } = null!;

    protected StepHistory History => Load.History;

    SuiteLoad IExperiment.Load => Load;

    protected ProjectionWatch RunningModels { get; private set; } = null!;

    /// <summary>What goes wrong beside the load; null where nothing does, or as long as it is not warm.</summary>
    protected FaultSchedule? Schedule { get; private set; }

    /// <summary>When the measured time began, as the history has it; 0 where it did not.</summary>
    protected long MeasuredFrom { get; private set; }

    /// <summary>The read models that run beside the load. To be asked when the store is open. Default: none.</summary>
    protected virtual IReadOnlyList<IProjection> ReadModels => [];

    /// <summary>What the verification is to compare with the events; null: no read model. Default: the first beside the load.</summary>
    protected virtual IProjection? Projection => RunningModels.Running.Count > 0 ? ReadModels[0] : null;

    /// <summary>The tag of a key, in a store without streams; null: queries by tag are not verified. Default: null.</summary>
    protected virtual Func<string, string>? TagOf => null;

    protected virtual bool IsOther(string stream) => false;

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await context.Store.ResetAsync(context.Workers, cancellationToken);
        Load = (TLoad)context.Step.Suite.Load!(context.ForLoad());
        await FillAsync(cancellationToken);
        RunningModels = new(context.Store, ReadModels, () => History.AcknowledgedInAll, context.Tools.Time);
        await RunningModels.StartAsync(cancellationToken);
        await BeginAsync(cancellationToken);
        _observer = new LoadObserver(context.Store.ReadBack(), History, context.Tools.VerifyReads, IsOther, TagOf, context.Tools.Time);
        _observer.Start();
    }

    /// <summary>Warm-up, then the measured time, sampled every second.</summary>
    public async Task<StepRecord> LoadAsync(StepRecord result, CancellationToken cancellationToken)
    {
        var (step, store, _, recorder, tools) = context;
        await using var sampler = new SecondSampler(
            recorder.TakeSecond, store, tools.Load.ProcessIds, s => tools.Progress.Second(step, s, recorder.Totals()), tools.Time);
        await using var watch = store.Target.Breakdown ? new ActivityWatch(store, tools.Time) : null;
        using var forced = ForcedWrites();
        var (before, folder) = (0L, tools.ResultsFolder);
        tools.Progress.Phase(step, "warming up");
        var measured = await tools.Load.RunAsync(
            Load,
            async () =>
            {
                await WarmAsync();
                await (watch?.StartAsync() ?? Task.CompletedTask);
                sampler.Start();
                before = forced?.Read() ?? 0;
            },
            folder is null ? null : Path.Combine(folder, step.ReportFolder),
            cancellationToken);
        LoadHasEnded();
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
        result = _costBefore is { } cost ? AddCost(result, cost, await CostReading.TakeAsync(store, CancellationToken.None)) : result;
        return watch is null ? result : await watch.AddToAsync(result, recorder.Slowest());
    }

    public async Task<StepRecord> FinishAsync(StepRecord result)
    {
        await _observer!.StopAsync();
        await (Schedule?.EndAsync() ?? Task.CompletedTask);
        return await SumUpAsync(result);
    }

    // A warm-up is not verified, and leaves nothing behind either.
    public async ValueTask DisposeAsync()
    {
        await EndOnceAsync();
        await (_observer?.DisposeAsync() ?? ValueTask.CompletedTask);
    }

    /// <summary>Does something for each number below a count, several at a time, each by a worker that is otherwise idle.</summary>
    protected static Task EachAsync(int count, int workers, Func<int, int, Task> act, CancellationToken cancellationToken)
    {
        var next = -1;
        return Task.WhenAll(Enumerable.Range(0, workers).Select(async worker =>
        {
            while (Interlocked.Increment(ref next) is var index && index < count)
            {
                cancellationToken.ThrowIfCancellationRequested();
                await act(worker, index);
            }
        }));
    }

    /// <summary>Appends the events of <see cref="BulkHistory"/> by bulk appends, and enters them in the history.</summary>
    protected async Task PreloadAsync(
        Func<IReadOnlyList<BulkEvent>, ValueTask> append, Func<long, BulkEvent> eventOf, CancellationToken cancellationToken)
    {
        for (var from = 0L; from < History.BulkCount; from += BatchLength)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var numbers = Numbers(from, Math.Min(from + BatchLength, History.BulkCount));
            await EnterAsync(lane: 0, numbers, numbers.Count, () => append(numbers.ConvertAll(n => eventOf(n))));
        }
    }

    /// <summary>Enters an append of the events of these numbers, which span so many, in the history.</summary>
    protected async Task EnterAsync(int lane, IEnumerable<long> numbers, int span, Func<ValueTask> append)
    {
        Mark(BulkState.Unknown);
        History.Lane(lane).Begin(numbers.First(), due: null, OperationKind.BulkAppend, Operation.NoKey, argument: span);
        await append();
        History.Lane(lane).End(Outcome.Success);
        Mark(BulkState.Acknowledged);

        void Mark(BulkState state)
        {
            foreach (var number in numbers)
                History.Bulk![number] = state;
        }
    }

    protected static List<long> Numbers(long from, long to) => [.. Enumerable.Sequence(from, to - 1, 1L)];

    // What could not be filled is not verified: its failure says more.
    public async Task<VerdictRecord> VerifyAsync(string? failure)
    {
        await EndOnceAsync();
        return _observer is { } observer
            ? await new StepVerification(context, History, observer).VerifyAsync(
                failure, Projection, plan => Judged(plan with
                {
                    IsOther = IsOther,
                    TagOf = TagOf,
                    OtherReadModels = [.. RunningModels.Running.Skip(1).Select(m => new OtherReadModel(m))],
                }))
            : StepVerification.NotVerified(failure ?? "the step was not prepared");
    }

    /// <summary>Adds what was injected, also where the load has failed: a store that could not be started again is why.</summary>
    public StepRecord Describe(StepRecord result) => MeasuredFrom > 0 && FaultRecord.Of(context.Step, Schedule) is { } record
        ? result.With(FaultRecord.Name, record) : result;

    protected virtual Task FillAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Begins what else is there beside the load, when the read models run. Default: nothing.</summary>
    protected virtual Task BeginAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    protected virtual async ValueTask WarmAsync()
    {
        await RunningModels.WarmAsync();
        _costBefore = await CostReading.TakeAsync(context.Store, CancellationToken.None);
        MeasuredFrom = History.Now;
        var (fault, times) = Faults;
        Schedule = fault is null ? null : await FaultSchedule.BesideAsync(
            context, History, fault, times, RunningModels.Running.Count > 0);
    }

    /// <summary>Called as soon as the engine has ended. Default: does nothing.</summary>
    protected virtual void LoadHasEnded()
    {
    }

    /// <summary>What goes wrong with the store beside the load, and when in the measured time. Default: what the workload says.</summary>
    protected virtual (Fault? Fault, IEnumerable<TimeSpan> Times) Faults => (
        context.Step.Workload.Get(FaultParameters.Faults) is [{ Create: { } create }, ..] ? create(context.Store) : null,
        FaultParameters.TimesOf(context.Step.Workload));

    // An event of a generator with another clock cannot be assigned to the measured time, and one that the history left out is unknown.
    private StepRecord AddCost(StepRecord result, CostReading before, CostReading after)
    {
        result = result.Noting(before.Missing ?? after.Missing);
        var events = !History.HasOneClock || History.Incomplete is not null ? 0 : History.Operations.LongCount(
            o => o is { Kind: OperationKind.Append, Outcome: Outcome.Success } && o.Start >= MeasuredFrom);
        return events == 0 ? result : result.With(CostRecord.Name, after.Since(before, events, result).WithPrice(context.Tools.Price));
    }

    // Counts how often a store forces files to disk where requests come one after the other, and no two can share a forced write. Only
    // where the store claims to force: to count costs about 1 µs a request. A process that takes the place of a killed one is not counted.
    private ForcedWriteCounter? ForcedWrites()
    {
        var (step, store) = (context.Step, context.Store);
        var claims = context.Tools.Stores.Any(s => s.Name == step.Store && s.Durability == StoreTarget.Forced);
        if (!claims || step.Copies != 1 || FaultParameters.AreAny(step.Workload) || store.Disk is not { } disk)
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

    private Task EndOnceAsync() => _ending ??= EndAsync().AsTask();

    /// <summary>Ends what happens beside the load, also where that has failed: nothing may be stopped while what it left is read.</summary>
    protected virtual ValueTask EndAsync() => Schedule?.DisposeAsync() ?? ValueTask.CompletedTask;

    /// <summary>Waits for what the load has left to do, and adds what the suite itself has measured.</summary>
    protected virtual Task<StepRecord> SumUpAsync(StepRecord result) => RunningModels.FinishAsync(context, result);

    protected abstract VerificationPlan Judged(VerificationPlan plan);
}
