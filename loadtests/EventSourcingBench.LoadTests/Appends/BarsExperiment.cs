namespace EventSourcingBench.LoadTests.Appends;

/// <summary>Appends of bars, alone or beside projections or faults: <c>append</c>, <c>projection</c>, <c>faults</c>.</summary>
internal class BarsExperiment(ExperimentContext context, int readModels) : EngineExperiment<AppendLoad>(context)
{
    public static Suite AppendSuite { get; } = new()
    {
        Name = "append",
        Summary = "How many appends a second (closed model), or what response time at a given rate (open model)",
        Operation = "append",
        Load = context => new AppendLoad(context),
        Create = context => new BarsExperiment(context, readModels: 0),
        Parameters = [.. LoadParameters.Timed, LoadParameters.Nodes, LoadParameters.Streams, LoadParameters.Timeout],
        SendsBars = true,
        IsMain = true,
    };

    public static Suite ProjectionSuite { get; } = AppendSuite with
    {
        Name = "projection",
        Summary = "How long until a read model shows an event",
        Create = context => new BarsExperiment(context, readModels: 1),
    };

    public static Suite FaultsSuite { get; } = AppendSuite with
    {
        Name = FaultRecord.Name,
        Summary = "Data loss and downtime when processes are killed or paused under load",
        // The API takes no bars for stores without streams.
        ModelsOfDirect = [StoreModel.Dcb],
        Detail = Suite.Kept<FaultRecord>(FaultRecord.Name),
        Parameters = FaultParameters.All,
        Check = FaultParameters.Check,
        Steps = FaultParameters.Steps,
        RestartsApi = _ => true,
        CutsPower = true,
        WarmUp = [new(FaultParameters.Faults, Named.Nothing)],
        Table = FaultSummary.Table,
        IsMain = false,
    };

    private IReadOnlyList<(Operation First, LoadReply Again)> _wrongRepeats = [];

    /// <summary>How many read models run beside the load. To be asked when the store is open.</summary>
    protected virtual int ReadModelCount => readModels;

    protected override IReadOnlyList<IProjection> ReadModels =>
    [
        .. Enumerable.Range(1, ReadModelCount).Select(n => n == 1 ? Projections.Bars
            : new CurrencyBarsProjection(string.Create(CultureInfo.InvariantCulture, $"{Projections.Bars.Name}_{n}"))),
    ];

    protected override async Task<StepRecord> SumUpAsync(StepRecord result)
    {
        // What a fault has lost would be stored again.
        var hasFaults = Context.Step.Suite.Name == FaultRecord.Name;
        if (!hasFaults && Context.Store.Capabilities.HasFlag(StoreCapabilities.IdempotentAppend))
            _wrongRepeats = await Load.RepeatAsync();

        return await base.SumUpAsync(result);
    }

    protected override VerificationPlan Judged(VerificationPlan plan) => plan with
    {
        Rows = sent => new FoundRow(
            History.Ids.Of(sent.Number), Load.Symbols[sent.Stream].Value, Context.Tools.Bars.Next(sent.Number).TickVolume),
        ReadFurther = (findings, _) =>
        {
            foreach (var (first, again) in _wrongRepeats)
            {
                var answer = $"{(again.Outcome == Outcome.Conflict ? "a conflict with " : "")}{again.Version} (position {again.Position})";
                var before = $"{first.Version} ({first.Position}) the first time";
                findings.Add(
                    FindingKind.Misplaced,
                    $"operation {first.Number} on {History.Keys[first.Key]} was answered {answer} when it was sent again, and {before}");
            }

            return Task.CompletedTask;
        },
        EventOfRow = row => ContentHash.Of(CurrencyInfoAdded.EventType, row.Document, EventMetadata.Of(row.EventId).Span),
    };
}
