using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Appends of bars, with or without a projection beside them: the suites <c>append</c> and <c>projection</c>.</summary>
internal sealed class BarsExperiment : IExperiment
{
    private const string OtherClock =
        "Generators on other hosts stamp ApiCallTime by clocks of their own, so no projection delay is given: times of two clocks are never subtracted.";

    private readonly ExperimentContext _context;
    private readonly IReadOnlyList<CurrencySymbol> _symbols;
    private readonly Ledger _ledger;
    private readonly AppendLoad _load;
    private readonly ProjectionWatch? _projection;

    private BarsExperiment(ExperimentContext context, bool withProjection)
    {
        _context = context;
        var workload = context.Step.Workload;
        _symbols = Symbols.Create(workload.Streams);
        _ledger = new Ledger(_symbols.Select(s => new LedgerStream(CurrencyStreams.For(s).Value, s.Value)).ToList(), context.Workers);
        _load = new AppendLoad(context.Store, _symbols, context.Tools.Bars, _ledger, context.Recorder, workload.Timeout, context.Tools.Time);
        _projection = withProjection ? new ProjectionWatch(context.Store, _load, context.Tools.Time) : null;
    }

    public ILoad Load => _load;

    public static IExperiment Append(ExperimentContext context) => new BarsExperiment(context, withProjection: false);

    public static IExperiment Projection(ExperimentContext context) => new BarsExperiment(context, withProjection: true);

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await _context.Store.ResetAsync(_context.Workers, _symbols, cancellationToken);
        await (_projection?.StartAsync(cancellationToken) ?? Task.CompletedTask);
    }

    public async ValueTask WarmAsync() => await (_projection?.WarmAsync() ?? Task.CompletedTask);

    public async Task<StepResult> FinishAsync(StepResult result)
    {
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

    public async Task<VerdictRecord> VerifyAsync(string? failure)
    {
        if (failure is not null && _ledger.Count == 0)
        {
            return NotVerified(failure);
        }

        var options = new VerifierOptions { ReadModel = _projection is not null, Time = _context.Tools.Time };
        var verdict = await Verifier.VerifyAsync(_ledger, _context.Store.ReadBack(), options, CancellationToken.None);

        // Nothing was put to the test: that is no good verdict, and no success of the run.
        return verdict is { Passed: true, Acknowledged: 0, UnknownApplied: 0 }
            ? verdict with { Passed = false, Text = NotVerified("no event was acknowledged").Text }
            : verdict;
    }

    private static VerdictRecord NotVerified(string reason) => new() { Passed = false, Text = $"not verified: {reason}" };
}
