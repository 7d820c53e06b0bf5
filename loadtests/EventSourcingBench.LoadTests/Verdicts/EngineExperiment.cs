namespace EventSourcingBench.LoadTests.Verdicts;

/// <summary>A step whose load an engine makes for a time: the store is filled, loaded beside what looks at it, and verified.</summary>
internal abstract class EngineExperiment<TLoad>(ExperimentContext context) : IExperiment
    where TLoad : SuiteLoad
{
    private TLoad? _load;
    private StepVerification? _verification;

    protected ExperimentContext Context => context;

    protected TLoad Load => _load!;

    protected StepHistory History => Load.History;

    SuiteLoad IExperiment.Load => Load;

    /// <summary>What the verification is to compare with the events; null: no read model. Default: null.</summary>
    protected virtual IProjection? Projection => null;

    /// <summary>Whether a stream is none of the load's. Default: none is.</summary>
    protected virtual bool IsOther(string stream) => false;

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await context.Store.ResetAsync(context.Workers, cancellationToken);
        _load = (TLoad)context.Step.Suite.Load!(context.ForLoad());
        _verification = new StepVerification(context, _load.History, isOther: IsOther);
        await FillAsync(cancellationToken);
        _verification.Start();
    }

    public Task<StepResult> LoadAsync(StepResult result, CancellationToken cancellationToken) =>
        EngineStep.RunAsync(context, Load, WarmAsync, result, cancellationToken);

    public async Task<StepResult> FinishAsync(StepResult result)
    {
        await _verification!.StopAsync();
        return await SumUpAsync(result);
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

    // What could not be filled is not verified: its failure says more.
    public virtual async Task<VerdictRecord> VerifyAsync(string? failure) => _verification is { HasBegun: true } verification
        ? await verification.VerifyAsync(failure, Projection, Judged)
        : StepVerification.NotVerified(failure ?? "the step was not prepared");

    protected virtual Task FillAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    protected virtual ValueTask WarmAsync() => ValueTask.CompletedTask;

    /// <summary>Waits for what the load has left to do, and adds what the suite itself has measured.</summary>
    protected abstract Task<StepResult> SumUpAsync(StepResult result);

    protected abstract VerificationPlan Judged(VerificationPlan plan);
}
