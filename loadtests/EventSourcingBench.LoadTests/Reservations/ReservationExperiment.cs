using EventSourcingBench.Api;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// The suite <c>reservation</c>: all shows are created first; then seats are reserved and cancelled, show by show, and no seat is
/// sold twice.
/// </summary>
internal sealed class ReservationExperiment : IExperiment
{
    // As many creations at a time as a load would have requests; they are no part of it.
    private const int MostCreators = 128;

    private readonly ExperimentContext _context;
    private readonly ReservationShape _shape;
    private readonly ReservationLedger _ledger;
    private readonly ReservationLoad _load;
    private readonly SuccessGaps _gaps;
    private IReservationTarget? _target;
    private NodeOutage? _outage;
    private long _created;

    public ReservationExperiment(ExperimentContext context)
    {
        _context = context;
        var workload = context.Step.Workload;
        _gaps = new SuccessGaps(context.Tools.Time);
        _shape = context.Step.Reservation ?? new ReservationShape(ReservationStrategy.Optimistic, LoadOrder.Concurrent, Skew: null);
        _ledger = new ReservationLedger(context.Workers);
        ISeatScript script = _shape.Order switch
        {
            LoadOrder.Serial => new SerialScript(workload.Shows, workload.Seats),
            LoadOrder.Concurrent => new GroupedScript(workload.Shows, workload.Seats, workload.Grouping, context.Step.Seed),
            _ => new HotScript(workload.Shows, workload.Seats, _shape.Skew ?? 0, context.Step.Seed),
        };
        _load = new ReservationLoad(() => Target, script, _ledger, _gaps, context.Recorder, workload.Timeout, context.Tools.Time);
    }

    public ILoad Load => _load;

    private IReservationTarget Target => _target ?? throw new InvalidOperationException("The step was not prepared.");

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await _context.Store.ResetAsync(_context.Workers, [], cancellationToken);
        await _context.Store.StartCommandSideAsync(_shape.Strategy, cancellationToken);
        _target = _context.Store.ReservationsBy(_shape.Strategy, _context.Step.Workload.Tries);
        foreach (var node in _context.Store.ApiProcessIds)
        {
            PeakMemory.Forget(node);
        }

        var counting = Counting("creating shows");
        await Task.WhenAll(Enumerable.Range(0, Math.Min(_context.Workers, MostCreators)).Select(worker => CreateAsync(worker, counting, cancellationToken)));
    }

    public ValueTask WarmAsync()
    {
        _ledger.StartMeasuring();
        var killAt = _context.Step.Workload.KillNodeAt;
        _outage = killAt is { } at && _context.Store.NodeGroup is { Count: > 1 } nodes ? new NodeOutage(nodes, at, _gaps, _context.Tools.Time) : null;
        return ValueTask.CompletedTask;
    }

    public async Task<StepResult> FinishAsync(StepResult result)
    {
        var death = await (_outage?.EndAsync() ?? Task.FromResult<NodeDeathRecord?>(null));
        var sent = _ledger.Entries.Where(e => e.Kind != ShowCommandKind.Create).ToList();
        return result with
        {
            Reservations = new ReservationRecord
            {
                Strategy = _shape.Strategy.Name,
                Order = _shape.Order.ToString().ToLowerInvariant(),
                Store = _context.Store.StoreName,
                Nodes = _context.Store.NodeGroup?.Count ?? 1,
                Shows = _context.Step.Workload.Shows,
                Seats = _context.Step.Workload.Seats,
                Grouping = _shape.Order == LoadOrder.Concurrent ? _context.Step.Workload.Grouping : 1,
                Reserved = sent.LongCount(e => e is { Kind: ShowCommandKind.Reserve, Outcome: Outcome.Success }),
                Cancelled = sent.LongCount(e => e is { Kind: ShowCommandKind.Cancel, Outcome: Outcome.Success }),
                Refused = sent.LongCount(e => e.Outcome == Outcome.Refused),
                Conflicts = sent.LongCount(e => e.Outcome == Outcome.Conflict),
                LostRaces = _ledger.LostRaces,
                MostTries = _ledger.MostTries,
                Resent = _ledger.Resent,
                ShowsTouched = sent.Select(e => e.Show).Distinct().Count(),
                NodePeakBytes = [.. _context.Store.ApiProcessIds.Select(PeakMemory.Read).OfType<long>()],
                Skew = _shape.Skew,
                Measured = ReservationTallies.Of(_ledger.Measured, _context.Recorder.Operations(), result.Elapsed),
                NodeDeath = death,
            },
        };
    }

    public async Task<VerdictRecord> VerifyAsync(string? failure)
    {
        // Also where the load has failed: nobody may be killed while what it left is read.
        await (_outage?.DisposeAsync() ?? ValueTask.CompletedTask);
        if (failure is not null && _ledger.Entries.All(e => e.Kind == ShowCommandKind.Create))
        {
            return new VerdictRecord { Passed = false, Text = $"not verified: {failure}" };
        }

        return await new ReservationVerifier(_ledger, Target, _context.Store.ProjectShowsAsync, Counting("verifying shows"), _context.Tools.Time)
            .VerifyAsync(_context.Store.ReadBack(), CancellationToken.None);
    }

    private CountedPhase Counting(string phase) =>
        new(_context.Tools.Progress, _context.Step, phase, _context.Step.Workload.Shows, _context.Tools.Time);

    private async Task CreateAsync(int worker, CountedPhase counting, CancellationToken cancellationToken)
    {
        while (Interlocked.Increment(ref _created) - 1 is var show && show < _context.Step.Workload.Shows)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var command = new ShowCommand(Guid.CreateVersion7(_context.Tools.Time.GetUtcNow()), ShowCommandKind.Create, _context.Step.Workload.Seats);
            var reply = await _load.SendAsync(worker, (int)show, command);
            if (reply.Outcome != Outcome.Success)
            {
                throw new StoreFailureException($"The show {ShowIds.Of((int)show)} could not be created: {reply.Error ?? reply.Refusal?.ToString() ?? "its append lost a race"}.");
            }

            counting.Advance();
        }
    }
}
