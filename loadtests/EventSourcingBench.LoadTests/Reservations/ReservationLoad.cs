namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>
/// The request of the suite: the next seat, entered in the history before it is sent. The creations of the shows come first.
/// </summary>
internal sealed class ReservationLoad : ILoad
{
    public const string Operation = "request";

    private readonly Lazy<IReservationTarget> _target;
    private readonly ISeatScript _script;
    private readonly int _shows;
    private long _resent;

    public ReservationLoad(LoadContext context)
    {
        Context = context;
        var workload = context.Step.Workload;
        var seats = workload.Get(ReservationParameters.Seats);
        _shows = workload.Get(ReservationParameters.Shows);
        Shape = ReservationShape.Of(workload);
        // Show n has the key n.
        History = context.NewHistory(
            Enumerable.Range(0, _shows).Select(s => ShowStreams.Of(ShowIds.Of(s)).Value), hasExpectedVersions: true);
        _target = new Lazy<IReservationTarget>(
            () => context.Target.ReservationsBy(Shape.Strategy, workload.Get(ReservationParameters.MaxAttempts)));
        _script = Shape.Order switch
        {
            LoadOrder.Serial => new SerialScript(_shows, seats),
            LoadOrder.Concurrent => new GroupedScript(_shows, seats, workload.Get(ReservationParameters.Grouping), context.Step.Seed),
            _ => new HotScript(_shows, seats, Shape.Skew ?? 0, context.Step.Seed),
        };
    }

    public LoadContext Context { get; }

    public LoadScenario Scenario => new(Operation, SendAsync);

    public StepHistory History { get; }

    public ReservationShape Shape { get; }

    /// <summary>To be asked for when the store was reset.</summary>
    public IReservationTarget Target => _target.Value;

    public long Resent => Interlocked.Read(ref _resent);

    public void AddResent(long count) => Interlocked.Add(ref _resent, count);

    /// <summary>Sends one request, and keeps its answer.</summary>
    /// <param name="worker">Who sends it.</param>
    /// <param name="number">Its number in the history: the creation of show n has n, those of the load follow.</param>
    /// <param name="due">When it was due; null: now.</param>
    /// <param name="request">What is asked; of a creation the number of seats.</param>
    public async ValueTask<CommandReply<ReservationRefusal>> SendAsync(int worker, long number, long? due, SeatRequest request)
    {
        var command = new ShowCommand(History.Ids.Of(History.EventOf(number)), request.Kind, request.Seat);
        var data = ReservationEvents.ToEventData(command.Id, command.Event);
        var lane = History.Lane(worker);
        lane.Begin(
            number,
            due,
            OperationKind.Append,
            request.Show,
            argument: ShowRosters.CommandOf(request).Argument,
            hash: ContentHash.Of(data.Type, data.Data.Span, data.Metadata.Span, isCanonical: true));
        var reply = await Target.SendAsync(worker, request.Show, command, Context.Timeout);
        var refusal = reply.Refusal is { } refused ? (long)ShowRosters.RefusalOf(refused) : 0;
        // One that was sent twice may be in conflict with itself, or have been carried out by the first sending.
        var wasResent = reply.Resent > 0;
        var version = reply.Outcome == Outcome.Refused ? refusal : wasResent ? 0 : reply.Version ?? 0;
        lane.End(reply.Outcome, version, conflicts: wasResent ? 0 : reply.Conflicts);
        AddResent(reply.Resent);
        return reply;
    }

    private async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken)
    {
        var number = Context.Share.NumberOf(call.Sequence);
        var reply = await SendAsync(call.Worker, _shows + number, call.Due, _script.At(number));
        if (reply.Error is { } error)
        {
            Context.Recorder.RecordError(error);
        }

        return reply.Outcome;
    }
}
