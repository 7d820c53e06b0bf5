namespace EventSourcingBench.LoadTests.Appends;

/// <summary>Appends of bars, with or without projections beside them: the suites <c>append</c> and <c>projection</c>.</summary>
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

    private List<IProjection> _models = [];
    private ProjectionWatch _projections = null!;
    private IReadOnlyList<(Operation First, LoadReply Again)> _wrongRepeats = [];

    /// <summary>How many read models run beside the load. To be asked when the store is open.</summary>
    protected virtual int ReadModels => readModels;

    /// <summary>Whether appends that were acknowledged are sent once more after the load, to verify that nothing is stored again.</summary>
    protected virtual bool RepeatsAppends => true;

    protected override IProjection? Projection => _models.FirstOrDefault();

    protected override Task FillAsync(CancellationToken cancellationToken)
    {
        _models =
        [
            .. Enumerable.Range(1, ReadModels).Select(n => n == 1 ? Projections.Bars
                : new CurrencyBarsProjection(string.Create(CultureInfo.InvariantCulture, $"{Projections.Bars.Name}_{n}"))),
        ];
        _projections = new ProjectionWatch(Context.Store, _models, () => History.BulkCount + History.Acknowledged, Context.Tools.Time);
        return _projections.StartAsync(cancellationToken);
    }

    protected Task<LatencyHistogram> ReadDelaysAsync() => _projections.ReadDelaysAsync();

    protected override ValueTask WarmAsync() => new(_projections.WarmAsync());

    protected override async Task<StepRecord> SumUpAsync(StepRecord result)
    {
        if (RepeatsAppends && Context.Store.Capabilities.HasFlag(StoreCapabilities.IdempotentAppend))
            _wrongRepeats = await Load.RepeatAsync();

        return await _projections.FinishAsync(Context, result);
    }

    protected override VerificationPlan Judged(VerificationPlan plan) => plan with
    {
        Rows = sent => new FoundRow(
            History.Ids.Of(sent.Number), Load.Symbols[sent.Stream].Value, Context.Tools.Bars.Next(sent.Number).TickVolume),
        ReadFurther = (findings, _) =>
        {
            foreach (var (first, again) in _wrongRepeats)
            {
                findings.Add(
                    FindingKind.Misplaced,
                    $"operation {first.Number} on {History.Keys[first.Key]} was answered "
                        + $"{(again.Outcome == Outcome.Conflict ? "a conflict with " : "")}{again.Version} (position {again.Position}) "
                        + $"when it was sent again, and {first.Version} ({first.Position}) the first time");
            }

            return Task.CompletedTask;
        },
        OtherReadModels = [.. _projections.Running.Skip(1).Select(m => new OtherReadModel(m))],
        EventOfRow = row => ContentHash.Of(CurrencyInfoAdded.EventType, row.Document, EventMetadata.Of(row.EventId).Span),
    };
}
