namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>The suite <c>reservation</c>: all shows are created; then seats are reserved and cancelled, and none is sold twice.</summary>
internal sealed class ReservationExperiment(ExperimentContext context) : EngineExperiment<ReservationLoad>(context)
{
    public static Suite Suite { get; } = new()
    {
        Name = "reservation",
        Summary = "How long a reservation takes at a given rate, when many want seats of the same show",
        Operation = "request",
        Load = context => new ReservationLoad(context),
        Create = context => new ReservationExperiment(context),
        Detail = Suite.Kept<ReservationRecord>(ReservationRecord.Name),
        Parameters = ReservationParameters.All,
        WarmUp = ReservationParameters.WarmUp,
        Check = ReservationParameters.Check,
        Steps = ReservationParameters.Steps,
    };

    // As many creations at a time as a load would have requests; they are no part of it.
    private const int MostCreators = 128;

    private static readonly TimeSpan Away = TimeSpan.FromSeconds(5);

    private ReservationShape Shape => Load.Shape;

    private int Shows => Context.Step.Workload.Get(ReservationParameters.Shows);

    private int Seats => Context.Step.Workload.Get(ReservationParameters.Seats);

    protected override IProjection Projection => Projections.Seats;

    protected override bool IsOther(string stream) => StreamLoader.HasSnapshots(stream);

    protected override async Task FillAsync(CancellationToken cancellationToken)
    {
        await Context.Store.StartCommandSideAsync(Shape.Strategy, cancellationToken);
        foreach (var node in Context.Store.ApiProcessIds)
            PeakMemory.Forget(node);

        var counting = Counting("creating shows");
        await EachAsync(Shows, Math.Min(Context.Workers, MostCreators), CreateAsync, cancellationToken);

        async Task CreateAsync(int worker, int show)
        {
            var reply = await Load.SendAsync(worker, number: show, due: null, new SeatRequest(show, ShowCommandKind.Create, Seats));
            if (reply.Outcome != Outcome.Success)
            {
                var reason = reply.Error ?? reply.Refusal?.ToString() ?? "its append met a version conflict";
                throw new StoreFailureException($"The show {ShowIds.Of(show)} could not be created: {reason}.");
            }

            counting.Advance();
        }
    }

    protected override (Fault? Fault, IEnumerable<TimeSpan> Times) Faults =>
        KillAt is { } at && Context.Store.NodeGroup is { Count: > 1 }
            ? (new KillFault(Context.Store, FaultTarget.Api) { Lasts = Away }, [at]) : (null, []);

    protected override async Task<StepRecord> SumUpAsync(StepRecord result)
    {
        var sent = History.Operations.Where(o => o.Kind == OperationKind.Append && ChangeOf(o) != RosterChange.Open).ToList();
        var (death, whyNoDeath) = await NodeDeathRecord.EndAsync(Schedule, History);
        if (KillAt is not null && FaultSchedule.WhyNotBeside(Context.Tools.Load) is { } whyNot)
            whyNoDeath = $"No node was killed: {whyNot}.";

        return result.Noting(whyNoDeath).With(ReservationRecord.Name, new ReservationRecord(
            Shape.Strategy.Name, Shape.Order, Context.Store.Target.Name, Context.Store.NodeGroup?.Count ?? 1, Shows, Seats,
            Shape.Order == ReservationShape.Concurrent ? Context.Step.Workload.Get(ReservationParameters.Grouping) : 1,
            Reserved: CountOf(RosterChange.Add),
            Cancelled: CountOf(RosterChange.Remove),
            Refused: sent.LongCount(e => e.Outcome == Outcome.Refused),
            Conflicts: sent.LongCount(e => e.Outcome == Outcome.Conflict),
            LostRaces: sent.Sum(o => (long)o.Conflicts),
            MostTries: sent.Select(o => ReservationTally.TriesOf(o)).DefaultIfEmpty().Max(),
            ShowsTouched: sent.Select(e => e.Key).Distinct().Count(),
            Load.Resent, Shape.Skew, ReservationTally.Of(
                sent.Where(o => o.Start >= MeasuredFrom || !History.HasOneClock), Context.Recorder.Operations(), result.Elapsed),
            death)
        // The peak of a process that was killed is gone with it.
        { NodePeakBytes = death is not null ? [] : [.. Context.Store.ApiProcessIds.Select(PeakMemory.Read).OfType<long>()] });

        long CountOf(RosterChange change) => sent.LongCount(o => o.Outcome == Outcome.Success && ChangeOf(o) == change);
    }

    protected override VerificationPlan Judged(VerificationPlan plan)
    {
        var seesAcknowledged = Conflicts != ConflictPromise.None && plan.Reads == ReadConsistency.Linearizable;
        var rosters = new RosterRule(History, seesAcknowledged);
        return plan with
        {
            Conflicts = Conflicts,
            Rules = [rosters],
            ReadFurther = new ShownCheck(rosters, Context.Store.ReadShowAsync, Shows, Counting("verifying")).ReadAsync,
            Rows = RowOf,
            EventOfRow = EventOfRow,
            Good = () => "no seat sold twice",
        };
    }

    private TimeSpan? KillAt => Context.Step.Workload.Get(LoadParameters.KillNodeAt);

    // A command side that keeps shows in memory may have an old state where another node has written meanwhile. One that is alone
    // meets its own appends only, of which one may be done after its answer was lost.
    private ConflictPromise Conflicts =>
        Shape.Strategy == ReservationStrategy.Optimistic || Shape.Strategy == ReservationStrategy.Snapshot ? ConflictPromise.WithCause
        : Context.Store.NodeGroup is { Count: > 1 } ? ConflictPromise.None
        : !Shape.Strategy.IsPlugin && !History.Operations.Any(o => o is { Kind: OperationKind.Append, Outcome: Outcome.Timeout })
        ? ConflictPromise.Never : ConflictPromise.WithCause;

    private static RosterChange ChangeOf(Operation operation) => RosterCommand.Of(operation.Argument).Change;

    private FoundRow? RowOf(SentEvent sent) => RosterCommand.Of(sent.Argument).Change is var change && change == RosterChange.Open
        ? null : new FoundRow(History.Ids.Of(sent.Number), ShowIds.Of(sent.Stream), change == RosterChange.Add ? 1 : -1);

    private static ulong EventOfRow(FoundRow row) => ContentHash.Of(
        row.Amount > 0 ? nameof(SeatReserved) : nameof(ReservationCancelled), row.Document, EventMetadata.Of(row.EventId).Span);

    private CountedPhase Counting(string phase) => new(Context.Tools.Progress, Context.Step, phase, Shows, Context.Tools.Time);
}
