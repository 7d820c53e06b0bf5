namespace EventSourcingBench.LoadTests.Appends;

/// <summary>Appends of bars, with or without a projection beside them: the suites <c>append</c> and <c>projection</c>.</summary>
internal sealed class BarsExperiment : IExperiment
{
    private const string OtherClock =
        "Generators on other hosts stamp ApiCallTime by their own clocks, so no projection delay is given: times of two clocks are never "
        + "subtracted.";

    private readonly ExperimentContext _context;
    private readonly StepVerification _verification;
    private readonly AppendLoad _load;
    private readonly ProjectionWatch? _projection;

    private BarsExperiment(ExperimentContext context, bool withProjection)
    {
        _context = context;
        _load = new AppendLoad(context.ForLoad());
        _verification = new StepVerification(context, _load.History);
        _projection = withProjection ? new ProjectionWatch(context.Store, _load.History, context.Tools.Time) : null;
    }

    /// <summary>What the suites <c>append</c> and <c>projection</c> have.</summary>
    public static IReadOnlyList<Parameter> Parameters { get; } =
        [.. LoadParameters.Timed, LoadParameters.Streams, LoadParameters.Timeout];

    public ILoad Load => _load;

    public static IExperiment Append(ExperimentContext context) => new BarsExperiment(context, withProjection: false);

    public static IExperiment Projection(ExperimentContext context) => new BarsExperiment(context, withProjection: true);

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await _context.Store.ResetAsync(_context.Workers, cancellationToken);
        await (_projection?.StartAsync(cancellationToken) ?? Task.CompletedTask);
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

        if (_projection is null)
        {
            return result;
        }

        _context.Tools.Progress.Phase(_context.Step, "waiting for the projection");
        var delays = await _projection.FinishAsync();
        return _context.Tools.Load.SharesClock
            ? result with { ProjectionDelay = delays }
            : result with { Notes = [.. result.Notes, OtherClock] };
    }

    public Task<VerdictRecord> VerifyAsync(string? failure) => _verification.VerifyAsync(
        failure,
        _projection is null ? null : Projections.Bars,
        plan => plan with
        {
            Rows = RowOf,
            EventOfRow = row => ContentHash.Of(CurrencyInfoAdded.EventType, row.Document, EventMetadata.Of(row.EventId).Span),
        });

    private async ValueTask WarmAsync() => await (_projection?.WarmAsync() ?? Task.CompletedTask);

    private FoundRow? RowOf(SentEvent sent) => new FoundRow(
        _load.History.Ids.Of(sent.Number), _load.Symbols[sent.Stream].Value, _context.Tools.Bars.Next(sent.Number).TickVolume);
}
