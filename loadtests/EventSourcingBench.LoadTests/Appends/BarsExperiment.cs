namespace EventSourcingBench.LoadTests.Appends;

/// <summary>Appends of bars, with or without a projection beside them: the suites <c>append</c> and <c>projection</c>.</summary>
internal sealed class BarsExperiment(ExperimentContext context, bool withProjection) : EngineExperiment<AppendLoad>(context)
{
    /// <summary>The suite <c>append</c>.</summary>
    public static Suite AppendSuite { get; } = new()
    {
        Name = "append",
        Summary = "How many appends a second (closed model), or what response time at a given rate (open model)",
        Operation = AppendLoad.Operation,
        Load = context => new AppendLoad(context),
        Create = context => new BarsExperiment(context, withProjection: false),
        Parameters = [.. LoadParameters.Timed, LoadParameters.Streams, LoadParameters.Timeout],
        SendsBars = true,
        IsDefault = true,
    };

    /// <summary>The suite <c>projection</c>.</summary>
    public static Suite ProjectionSuite { get; } = AppendSuite with
    {
        Name = "projection",
        Summary = "How long until a read model shows an event",
        Create = context => new BarsExperiment(context, withProjection: true),
    };

    private ProjectionWatch _projection = null!;

    protected override IProjection? Projection { get; } = withProjection ? Projections.Bars : null;

    protected override Task FillAsync(CancellationToken cancellationToken)
    {
        IReadOnlyList<IProjection> projections = Projection is null ? [] : [Projection];
        _projection = new ProjectionWatch(Context.Store, projections, () => History.Acknowledged, Context.Tools.Time);
        return _projection.StartAsync(cancellationToken);
    }

    protected override ValueTask WarmAsync() => new(_projection.WarmAsync());

    protected override async Task<StepResult> SumUpAsync(StepResult result)
    {
        if (Context.Store.Capabilities.HasFlag(StoreCapabilities.IdempotentAppend))
            await Load.RepeatAsync();

        return await _projection.FinishAsync(Context, result);
    }

    protected override VerificationPlan Judged(VerificationPlan plan) => plan with
    {
        Rows = RowOf,
        EventOfRow = row => ContentHash.Of(CurrencyInfoAdded.EventType, row.Document, EventMetadata.Of(row.EventId).Span),
    };

    private FoundRow? RowOf(SentEvent sent) => new FoundRow(
        History.Ids.Of(sent.Number), Load.Symbols[sent.Stream].Value, Context.Tools.Bars.Next(sent.Number).TickVolume);
}
