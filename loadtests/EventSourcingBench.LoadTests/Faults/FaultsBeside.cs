namespace EventSourcingBench.LoadTests.Faults;

/// <summary>The faults of a step beside its load, and what became of them.</summary>
internal sealed class FaultsBeside(ExperimentContext context) : IAsyncDisposable
{
    private StepHistory? _history;
    private FaultSchedule? _schedule;
    private string? _whyNot;
    private long _measuredFrom;

    private Workload Workload => context.Step.Workload;

    /// <summary>To be called when the load is warm.</summary>
    public async ValueTask StartAsync(StepHistory history)
    {
        // Servers do not force the files of an empty database to disk as they make it, and could not start again without them.
        if (context.Store is { Server: not null, LazyFs: { } lazyFs })
            await CheckpointAsync(lazyFs);

        (_history, _measuredFrom) = (history, history.Now);
        var fault = Workload.Get(FaultParameters.Faults)[0].Create?.Invoke(context.Store);
        _whyNot = FaultSchedule.WhyNot(context.Tools.Load) ?? fault?.WhyNot;
        if (fault is not null && _whyNot is null)
        {
            _schedule = new FaultSchedule(
                fault, FaultParameters.TimesOf(Workload), Workload.Get(LoadParameters.Duration), history, context.Tools.Time);
        }
    }

    public Task EndAsync() => _schedule?.EndAsync() ?? Task.CompletedTask;

    public ValueTask DisposeAsync() => _schedule?.DisposeAsync() ?? ValueTask.CompletedTask;

    /// <summary>Adds what was injected, also where the load has failed: a store that could not be started again is why.</summary>
    public StepRecord Describe(StepRecord result)
    {
        if (_history is not { } history)
            return result;

        var injections = _schedule?.Injections ?? [];
        var recoveries = OutageView.Recoveries(
            history, _measuredFrom, [.. injections.Select(i => (i.From, i.InEffect))], _schedule?.LoadEnd ?? history.Now);
        return result.With(FaultRecord.Name, new FaultRecord(
            Step.LoadText(context.Step.Copies, context.Step.Rate, preload: null), Workload.Get(FaultParameters.Faults)[0].Text, _whyNot)
        { Trials = [.. injections.Zip(recoveries, (i, r) => new FaultTrial(i.At, i.What, r))] });
    }

    private static async Task CheckpointAsync(LazyFs lazyFs)
    {
        try
        {
            await lazyFs.CheckpointAsync();
        }
        catch (IOException e)
        {
            throw new StoreFailureException(e.Message, e);
        }
    }
}
