namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>The requests of the suite, each entered in the history before it is sent. The creations of the shows come first.</summary>
internal sealed class ReservationLoad : SuiteLoad
{
    private readonly CommandHandling _handling;
    private readonly Func<long, SeatRequest> _script;
    private readonly int _shows;

    public ReservationLoad(LoadContext context)
        : base(context)
    {
        var workload = context.Step.Workload;
        var (seats, seed) = (workload.Get(ReservationParameters.Seats), context.Step.Seed);
        (_shows, Shape) = (workload.Get(ReservationParameters.Shows), ReservationShape.Of(workload));
        // Show n has the key n.
        History = context.NewHistory(
            Enumerable.Range(0, _shows).Select(s => ShowStreams.Of(ShowIds.Of(s)).Value), hasExpectedVersions: true);
        _handling = new CommandHandling(Shape.Strategy, workload.Get(ReservationParameters.MaxAttempts));
        _script = Shape.Order switch
        {
            ReservationShape.Serial => new GroupedScript(_shows, seats, GroupedScript.Users).At,
            ReservationShape.Concurrent => new GroupedScript(_shows, seats, workload.Get(ReservationParameters.Grouping), seed).At,
            _ => new HotScript(_shows, seats, Shape.Skew ?? 0, seed).At,
        };
    }

    public ReservationShape Shape { get; }

    /// <summary>Sends one request. In the history the creation of show n has the number n, those of the load follow.</summary>
    public ValueTask<LoadReply> SendAsync(int worker, long number, long? due, SeatRequest request)
    {
        var command = new ShowCommand(History.Ids.Of(History.EventOf(number)), request.Kind, request.Seat);
        var data = ReservationEvents.ToEventData(command.Id, command.Event);
        History.Lane(worker).Begin(
            number, due, OperationKind.Append, request.Show, argument: request.Command.Argument,
            hash: ContentHash.Of(data.Type, data.Data.Span, data.Metadata.Span, isCanonical: true));
        return SendAsync(worker, new ShowOperation(_handling, ShowIds.Of(request.Show), command));
    }

    protected override ValueTask<LoadReply> SendAsync(LoadCall call, long number) =>
        SendAsync(call.Worker, _shows + number, call.Due, _script(number));

    protected override RosterRefusal CodeOf(Enum refusal) => (ReservationRefusal)refusal switch
    {
        ReservationRefusal.ShowExists => RosterRefusal.Open,
        ReservationRefusal.NoSuchShow => RosterRefusal.Missing,
        ReservationRefusal.NoSuchSeat => RosterRefusal.NoSuchPlace,
        ReservationRefusal.SeatTaken => RosterRefusal.Member,
        ReservationRefusal.SeatNotReserved => RosterRefusal.NotMember,
        _ => throw new ArgumentOutOfRangeException(nameof(refusal), refusal, "This is no refusal."),
    };
}
