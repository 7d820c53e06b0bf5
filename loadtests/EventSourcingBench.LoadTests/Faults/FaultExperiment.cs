namespace EventSourcingBench.LoadTests.Faults;

/// <summary>The suite <c>faults</c>: bars are appended while something goes wrong again and again.</summary>
internal sealed class FaultExperiment(ExperimentContext context) : BarsExperiment(context, readModels: 0)
{
    public static Suite Suite { get; } = AppendSuite with
    {
        Name = FaultRecord.Name,
        Summary = "What a store keeps when processes are killed or stopped under load, and how long it is away",
        // The API takes no bars for stores without streams.
        ModelsOfDirect = [StoreModel.Dcb],
        Create = context => new FaultExperiment(context),
        Detail = Suite.Kept<FaultRecord>(FaultRecord.Name),
        Parameters = FaultParameters.All,
        Check = FaultParameters.Check,
        Steps = FaultParameters.Steps,
        NeedsRelay = workload => FaultParameters.Need(workload, kind => kind.NeedsRelay),
        NeedsClock = workload => FaultParameters.Need(workload, kind => kind.NeedsClock),
        RestartsApi = _ => true,
        CutsPower = true,
        WarmUp = [new(FaultParameters.Faults, Named.Nothing)],
        Table = FaultSummary.Table,
        ComparesProfiles = false,
        IsDefault = false,
    };

    private string? _whyNot;
    private FaultSchedule? _schedule;
    // Null until the load is warm.
    private long? _measuredFrom;

    private Workload Workload => Context.Step.Workload;

    // What was lost would be stored again.
    protected override bool RepeatsAppends => false;

    protected override async ValueTask WarmAsync()
    {
        await base.WarmAsync();
        // Servers do not force the files of an empty database to disk as they make it, and could not start again without them.
        if (Context.Store is { Server: not null, LazyFs: { } lazyFs })
            await lazyFs.CheckpointAsync();

        _measuredFrom = History.Now;
        var fault = Workload.Get(FaultParameters.Faults)[0].Create?.Invoke(Context.Store);
        _whyNot = FaultSchedule.WhyNot(Context.Tools.Load) ?? fault?.WhyNot;
        if (fault is not null && _whyNot is null)
            _schedule = new FaultSchedule(fault, FaultParameters.TimesOf(Workload), History, Context.Tools.Time);
    }

    protected override async Task<StepRecord> SumUpAsync(StepRecord result)
    {
        await (_schedule?.EndAsync() ?? Task.CompletedTask);
        return await base.SumUpAsync(result);
    }

    public override async Task<VerdictRecord> VerifyAsync(string? failure)
    {
        // Also where the load has failed: nothing may be stopped while what it left is read.
        await (_schedule?.DisposeAsync() ?? ValueTask.CompletedTask);
        return await base.VerifyAsync(failure);
    }

    // Also where the load has failed: a store that could not be started again is why.
    public override StepRecord Describe(StepRecord result)
    {
        if (_measuredFrom is not { } from)
            return result;

        var injections = _schedule?.Injections ?? [];
        var recoveries = OutageView.Recoveries(
            History, from, [.. injections.Select(i => (i.From, i.InEffect))], _schedule?.LoadEnd ?? History.Now);
        return result.With(FaultRecord.Name, new FaultRecord
        {
            Load = Step.LoadText(Context.Step.Copies, Context.Step.Rate, preload: null),
            Fault = Workload.Get(FaultParameters.Faults)[0].Text,
            WhyNot = _whyNot,
            Trials = [.. injections.Zip(recoveries, (i, r) => new FaultTrial(i.At, i.What, r))],
        });
    }
}
