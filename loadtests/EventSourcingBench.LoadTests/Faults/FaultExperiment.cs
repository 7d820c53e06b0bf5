namespace EventSourcingBench.LoadTests.Faults;

/// <summary>The suite <c>faults</c>: bars are appended while something goes wrong again and again.</summary>
internal sealed class FaultExperiment(ExperimentContext context) : BarsExperiment(context, readModels: 0)
{
    public static Suite Suite { get; } = AppendSuite with
    {
        Name = FaultRecord.Name,
        Summary = "Data loss and downtime when processes are killed or paused under load",
        // The API takes no bars for stores without streams.
        ModelsOfDirect = [StoreModel.Dcb],
        Create = context => new FaultExperiment(context),
        Detail = Suite.Kept<FaultRecord>(FaultRecord.Name),
        Parameters = FaultParameters.All,
        Check = FaultParameters.Check,
        Steps = FaultParameters.Steps,
        Needs = FaultParameters.NeedsOf,
        RestartsApi = _ => true,
        CutsPower = true,
        WarmUp = [new(FaultParameters.Faults, Named.Nothing)],
        Table = FaultSummary.Table,
        IsMain = false,
    };

    private readonly FaultsBeside _faults = new(context);

    // What was lost would be stored again.
    protected override bool RepeatsAppends => false;

    protected override async ValueTask WarmAsync()
    {
        await base.WarmAsync();
        await _faults.StartAsync(History);
    }

    protected override async Task<StepRecord> SumUpAsync(StepRecord result)
    {
        await _faults.EndAsync();
        return await base.SumUpAsync(result);
    }

    protected override ValueTask EndAsync() => _faults.DisposeAsync();

    public override StepRecord Describe(StepRecord result) => _faults.Describe(result);
}
