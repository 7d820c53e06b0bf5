using EventSourcingBench.Abstractions;
using EventSourcingBench.Api;
using EventSourcingBench.Checking;
using EventSourcingBench.Checking.ReadBack;
using EventSourcingBench.Checking.Rules;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;
using EventSourcingBench.Measurement.Histories;

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
    private readonly StepHistory _history;
    private readonly StepVerification _verification;
    private readonly ReservationLoad _load;
    private IReservationTarget? _target;
    private NodeFault? _fault;
    private long _created;
    private long _measuredFrom;

    public ReservationExperiment(ExperimentContext context)
    {
        _context = context;
        var workload = context.Step.Workload;
        var (shows, seats) = (workload.Get(ReservationParameters.Shows), workload.Get(ReservationParameters.Seats));
        _shape = context.Step.Reservation ?? new ReservationShape(ReservationStrategy.Optimistic, LoadOrder.Concurrent, Skew: null);
        // Show n has the key n.
        _history = context.NewHistory(
            Enumerable.Range(0, shows).Select(s => ShowStreams.Of(ShowIds.Of(s)).Value), hasExpectedVersions: true);
        _verification = new StepVerification(context, _history, isOther: ShowStreams.HasSnapshots);
        ISeatScript script = _shape.Order switch
        {
            LoadOrder.Serial => new SerialScript(shows, seats),
            LoadOrder.Concurrent => new GroupedScript(shows, seats, workload.Get(ReservationParameters.Grouping), context.Step.Seed),
            _ => new HotScript(shows, seats, _shape.Skew ?? 0, context.Step.Seed),
        };
        _load = new ReservationLoad(() => Target, script, shows, _history, context.Recorder, context.Step.Timeout);
    }

    public ILoad Load => _load;

    private int Shows => _context.Step.Workload.Get(ReservationParameters.Shows);

    private IReservationTarget Target => _target ?? throw new InvalidOperationException("The step was not prepared.");

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await _context.Store.ResetAsync(_context.Workers, [], cancellationToken);
        await _context.Store.StartCommandSideAsync(_shape.Strategy, cancellationToken);
        _target = _context.Store.ReservationsBy(_shape.Strategy, _context.Step.Workload.Get(ReservationParameters.Tries));
        foreach (var node in _context.Store.ApiProcessIds)
        {
            PeakMemory.Forget(node);
        }

        var counting = Counting("creating shows");
        await Task.WhenAll(Enumerable.Range(0, Math.Min(_context.Workers, MostCreators)).Select(worker => CreateAsync(worker, counting, cancellationToken)));
        _verification.Start();
    }

    public Task<StepResult> LoadAsync(StepResult result, CancellationToken cancellationToken) =>
        EngineStep.RunAsync(_context, _load, WarmAsync, result, cancellationToken);

    private ValueTask WarmAsync()
    {
        _measuredFrom = _history.Now;
        _fault = _context.Step.Workload.Get(LoadParameters.KillNodeAt) is { } at && _context.Store.NodeGroup is { Count: > 1 } nodes
            ? new NodeFault(at, () => KillAsync(nodes), away => RestartAsync(nodes, away), _history, _context.Tools.Time)
            : null;
        return ValueTask.CompletedTask;
    }

    public async Task<StepResult> FinishAsync(StepResult result)
    {
        await _verification.StopAsync();
        var death = await (_fault?.EndAsync() ?? Task.FromResult<NodeDeathRecord?>(null));
        var sent = _history.Operations.Where(o => o.Kind == OperationKind.Append && ChangeOf(o) != RosterChange.Open).ToList();
        return result with
        {
            Reservations = new ReservationRecord
            {
                Strategy = _shape.Strategy.Name,
                Order = _shape.Order.ToString().ToLowerInvariant(),
                Store = _context.Store.StoreName,
                Nodes = _context.Store.NodeGroup?.Count ?? 1,
                Shows = Shows,
                Seats = _context.Step.Workload.Get(ReservationParameters.Seats),
                Grouping = _shape.Order == LoadOrder.Concurrent ? _context.Step.Workload.Get(ReservationParameters.Grouping) : 1,
                Reserved = CountOf(RosterChange.Add),
                Cancelled = CountOf(RosterChange.Remove),
                Refused = sent.LongCount(e => e.Outcome == Outcome.Refused),
                Conflicts = sent.LongCount(e => e.Outcome == Outcome.Conflict),
                LostRaces = sent.Sum(o => (long)o.Conflicts),
                MostTries = sent.Select(o => ReservationTallies.TriesOf(o)).DefaultIfEmpty().Max(),
                Resent = _load.Resent,
                ShowsTouched = sent.Select(e => e.Key).Distinct().Count(),
                NodePeakBytes = [.. _context.Store.ApiProcessIds.Select(PeakMemory.Read).OfType<long>()],
                Skew = _shape.Skew,
                Measured = ReservationTallies.Of(sent.Where(o => o.Start >= _measuredFrom), _context.Recorder.Operations(), result.Elapsed),
                NodeDeath = death,
            },
        };

        long CountOf(RosterChange change) => sent.LongCount(o => o.Outcome == Outcome.Success && ChangeOf(o) == change);
    }

    public async Task<VerdictRecord> VerifyAsync(string? failure)
    {
        // Also where the load has failed: no node may be killed while what it left is read.
        await (_fault?.DisposeAsync() ?? ValueTask.CompletedTask);
        if (failure is not null && !_verification.HasBegun)
        {
            return StepVerification.NotVerified(failure);
        }

        return await _verification.VerifyAsync(failure, Projections.Seats, plan =>
        {
            var seesAcknowledged = Conflicts != ConflictPromise.None && plan.Reads == ReadConsistency.Linearizable;
            var rosters = new RosterRule(_history, seesAcknowledged);
            return plan with
            {
                Conflicts = Conflicts,
                Rules = [rosters],
                ReadFurther = new ShownCheck(rosters, Target, Shows, Counting("verifying")).ReadAsync,
                Rows = RowOf,
                EventOfRow = EventOfRow,
                Good = () => "no seat sold twice",
            };
        });
    }

    // A command side that keeps shows in memory may have an old state where another node has written meanwhile. One that is alone
    // meets its own appends only, of which one may be done after its answer was lost.
    private ConflictPromise Conflicts =>
        _shape.Strategy == ReservationStrategy.Optimistic || _shape.Strategy == ReservationStrategy.Snapshot ? ConflictPromise.WithCause
        : _context.Store.NodeGroup is { Count: > 1 } ? ConflictPromise.None
        : !_shape.Strategy.IsPlugin && !_history.Operations.Any(o => o is { Kind: OperationKind.Append, Outcome: Outcome.Timeout })
        ? ConflictPromise.Never
        : ConflictPromise.WithCause;

    private static Task<string> KillAsync(ApiNodeGroup nodes) => Task.FromResult(FormattableString.Invariant(
        $"Node {nodes.Kill() + 1} of {nodes.Count} of the API was killed, its shows went to the others"));

    private static async Task<string> RestartAsync(ApiNodeGroup nodes, TimeSpan away)
    {
        try
        {
            await nodes.RestartAsync(CancellationToken.None);
            return FormattableString.Invariant($"it was started again after {away.TotalSeconds:0} s");
        }
        catch (StoreFailureException e)
        {
            return $"it could not be started again: {e.Message.TrimEnd('.')}";
        }
    }

    private static RosterChange ChangeOf(Operation operation) => RosterCommand.Of(operation.Argument).Change;

    private FoundRow? RowOf(SentEvent sent) => RosterCommand.Of(sent.Argument).Change switch
    {
        RosterChange.Add => new FoundRow(_history.Ids.Of(sent.Number), ShowIds.Of(sent.Stream), 1),
        RosterChange.Remove => new FoundRow(_history.Ids.Of(sent.Number), ShowIds.Of(sent.Stream), -1),
        _ => null,
    };

    private static ulong EventOfRow(FoundRow row) => ContentHash.Of(
        row.Amount > 0 ? nameof(SeatReserved) : nameof(ReservationCancelled), row.Document, EventMetadata.Of(row.EventId).Span);

    private CountedPhase Counting(string phase) =>
        new(_context.Tools.Progress, _context.Step, phase, Shows, _context.Tools.Time);

    private async Task CreateAsync(int worker, CountedPhase counting, CancellationToken cancellationToken)
    {
        while (Interlocked.Increment(ref _created) - 1 is var show && show < Shows)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var request = new SeatRequest((int)show, ShowCommandKind.Create, _context.Step.Workload.Get(ReservationParameters.Seats));
            var reply = await _load.SendAsync(worker, number: show, due: null, request);
            if (reply.Outcome != Outcome.Success)
            {
                var reason = reply.Error ?? reply.Refusal?.ToString() ?? "its append met a version conflict";
                throw new StoreFailureException($"The show {ShowIds.Of((int)show)} could not be created: {reason}.");
            }

            counting.Advance();
        }
    }
}
