namespace EventSourcingBench.LoadTests.Appends;

/// <summary>Appends of bars, with or without a projection beside them: the suites <c>append</c> and <c>projection</c>.</summary>
internal sealed class BarsExperiment : IExperiment
{
    /// <summary>What the suites <c>append</c> and <c>projection</c> have.</summary>
    private static IReadOnlyList<Parameter> Parameters { get; } =
        [.. LoadParameters.Timed, LoadParameters.Streams, LoadParameters.Timeout];

    /// <summary>The suite <c>append</c>.</summary>
    public static Suite AppendSuite { get; } = new()
    {
        Name = "append",
        Summary = "How many appends a second (closed model), or what response time at a given rate (open model)",
        Models = [StoreModel.Streams],
        Operation = AppendLoad.Operation,
        Load = context => new AppendLoad(context),
        Create = context => new BarsExperiment(context, withProjection: false),
        Parameters = Parameters,
        SendsBars = true,
        IsDefault = true,
    };

    /// <summary>The suite <c>projection</c>.</summary>
    public static Suite ProjectionSuite { get; } = new()
    {
        Name = "projection",
        Summary = "How long until a read model shows an event",
        Models = [StoreModel.Streams],
        Operation = AppendLoad.Operation,
        Load = context => new AppendLoad(context),
        Create = context => new BarsExperiment(context, withProjection: true),
        Parameters = Parameters,
        SendsBars = true,
        IsDefault = true,
    };

    private readonly ExperimentContext _context;
    private readonly StepVerification _verification;
    private readonly AppendLoad _load;
    private readonly ProjectionWatch _projection;
    private readonly bool _withProjection;

    private BarsExperiment(ExperimentContext context, bool withProjection)
    {
        _context = context;
        _load = new AppendLoad(context.ForLoad());
        _verification = new StepVerification(context, _load.History);
        _withProjection = withProjection;
        _projection = new ProjectionWatch(
            context.Store, withProjection ? [Projections.Bars] : [], () => _load.History.Acknowledged, context.Tools.Time);
    }

    public ILoad Load => _load;

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await _context.Store.ResetAsync(_context.Workers, cancellationToken);
        await _projection.StartAsync(cancellationToken);
        _verification.Start();
    }

    public Task<StepResult> LoadAsync(StepResult result, CancellationToken cancellationToken) =>
        EngineStep.RunAsync(_context, _load, WarmAsync, result, cancellationToken);

    public async Task<StepResult> FinishAsync(StepResult result)
    {
        await _verification.StopAsync();
        if (_context.Store.Capabilities.HasFlag(StoreCapabilities.IdempotentAppend))
        {
            await _load.RepeatAsync();
        }

        return await _projection.FinishAsync(_context, result);
    }

    public Task<VerdictRecord> VerifyAsync(string? failure) => _verification.VerifyAsync(
        failure,
        _withProjection ? Projections.Bars : null,
        plan => plan with
        {
            Rows = RowOf,
            EventOfRow = row => ContentHash.Of(CurrencyInfoAdded.EventType, row.Document, EventMetadata.Of(row.EventId).Span),
        });

    private ValueTask WarmAsync() => new(_projection.WarmAsync());

    private FoundRow? RowOf(SentEvent sent) => new FoundRow(
        _load.History.Ids.Of(sent.Number), _load.Symbols[sent.Stream].Value, _context.Tools.Bars.Next(sent.Number).TickVolume);
}
