namespace EventSourcingBench.LoadTests.Verdicts;

/// <summary>A step whose load an engine makes for a time: the store is filled, loaded beside what looks at it, and verified.</summary>
internal abstract class EngineExperiment<TLoad>(ExperimentContext context) : IExperiment
    where TLoad : SuiteLoad
{
    private const int BatchLength = 5_000;

    private TLoad? _load;
    private LoadObserver? _observer;
    private Task? _ending;

    protected ExperimentContext Context => context;

    protected TLoad Load => _load!;

    protected StepHistory History => Load.History;

    SuiteLoad IExperiment.Load => Load;

    /// <summary>What the verification is to compare with the events; null: no read model. Default: null.</summary>
    protected virtual IProjection? Projection => null;

    /// <summary>The tag of a key, in a store without streams; null: queries by tag are not verified. Default: null.</summary>
    protected virtual Func<string, string>? TagOf => null;

    protected virtual bool IsOther(string stream) => false;

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await context.Store.ResetAsync(context.Workers, cancellationToken);
        _load = (TLoad)context.Step.Suite.Load!(context.ForLoad());
        await FillAsync(cancellationToken);
        _observer = new LoadObserver(context.Store.ReadBack(), History, context.Tools.VerifyReads, IsOther, TagOf, context.Tools.Time);
        _observer.Start();
    }

    public Task<StepRecord> LoadAsync(StepRecord result, CancellationToken cancellationToken) =>
        EngineStep.RunAsync(context, Load, WarmAsync, result, cancellationToken);

    public async Task<StepRecord> FinishAsync(StepRecord result)
    {
        await _observer!.StopAsync();
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

    /// <summary>Appends the first events of <see cref="BulkHistory"/> by bulk appends, and enters them in the history.</summary>
    protected async Task PreloadAsync(
        Func<IReadOnlyList<BulkEvent>, ValueTask> append, long count, Func<long, BulkEvent> eventOf, CancellationToken cancellationToken)
    {
        for (var from = 0L; from < count; from += BatchLength)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var numbers = Numbers(from, Math.Min(from + BatchLength, count));
            await EnterAsync(lane: 0, numbers, () => append(numbers.ConvertAll(n => eventOf(n))));
        }
    }

    protected async Task EnterAsync(int lane, List<long> numbers, Func<ValueTask> append)
    {
        Mark(BulkState.Unknown);
        History.Lane(lane).Begin(numbers[0], due: null, OperationKind.BulkAppend, Operation.NoKey, argument: numbers.Count);
        await append();
        History.Lane(lane).End(Outcome.Success);
        Mark(BulkState.Acknowledged);

        void Mark(BulkState state) => numbers.ForEach(n => History.Bulk![n] = state);
    }

    protected static List<long> Numbers(long from, long to) => [.. Enumerable.Sequence(from, to - 1, 1L)];

    // What could not be filled is not verified: its failure says more.
    public async Task<VerdictRecord> VerifyAsync(string? failure)
    {
        await EndOnceAsync();
        return _observer is { } observer
            ? await new StepVerification(context, History, observer).VerifyAsync(
                failure, Projection, plan => Judged(plan with { IsOther = IsOther, TagOf = TagOf }))
            : StepVerification.NotVerified(failure ?? "the step was not prepared");
    }

    public virtual StepRecord Describe(StepRecord result) => result;

    protected virtual Task FillAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    protected virtual ValueTask WarmAsync() => ValueTask.CompletedTask;

    private Task EndOnceAsync() => _ending ??= EndAsync().AsTask();

    /// <summary>Ends what happens beside the load, also where that has failed: nothing may be stopped while what it left is read.</summary>
    protected virtual ValueTask EndAsync() => ValueTask.CompletedTask;

    /// <summary>Waits for what the load has left to do, and adds what the suite itself has measured.</summary>
    protected abstract Task<StepRecord> SumUpAsync(StepRecord result);

    protected abstract VerificationPlan Judged(VerificationPlan plan);
}
