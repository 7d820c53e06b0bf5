namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>The request of the suite: each client's next operation, entered in the history before it is sent.</summary>
internal sealed class EnrolmentLoad : ILoad
{
    public const string Operation = "operation";

    private readonly EnrolmentScript[] _scripts;
    private readonly IEnrolmentTarget _target;

    public EnrolmentLoad(LoadContext context)
    {
        (Context, _target) = (context, context.Target.Enrolments);
        HotCourses = context.Step.Workload.Get(EnrolmentParameters.HotCourses);
        Preload = new PreloadContent(context.Ids, context.Step.Preload ?? 0, _target.EventsOfJoining);
        History = context.NewHistory(Preload.Keys, _target.EventsOfJoining, Preload.ToBulk(), hasExpectedVersions: true);
        _scripts =
        [
            .. Enumerable.Range(0, context.Workers)
                .Select(worker => new EnrolmentScript((int)context.Share.NumberOf(worker), HotCourses)),
        ];
    }

    public LoadContext Context { get; }

    public LoadScenario Scenario => new(Operation, SendAsync);

    public StepHistory History { get; }

    /// <summary>Courses that all clients share; 0 where each has its own.</summary>
    public int HotCourses { get; }

    public PreloadContent Preload { get; }

    private async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken)
    {
        var script = _scripts[call.Worker];
        var wanted = script.Next();
        var number = Context.Share.NumberOf(call.Sequence);
        var id = History.Ids.Of(History.EventOf(number));
        var (first, second) = EnrolmentKeys.Of(wanted);
        var lane = History.Lane(call.Worker);
        lane.Begin(
            number,
            call.Due,
            OperationKind.Append,
            History.KeyOf(first),
            second is null ? Measurement.Histories.Operation.NoKey : History.KeyOf(second),
            EnrolmentKeys.CommandOf(wanted).Argument,
            EnrolmentKeys.HashOf(id, wanted, _target.EventsOfJoining));
        var reply = await _target.SendAsync(call.Worker, id, wanted, Context.Timeout);
        var refusal = reply.Refusal is { } refused ? (long)EnrolmentKeys.RefusalOf(refused) : 0;
        lane.End(reply.Outcome, reply.Outcome == Outcome.Refused ? refusal : reply.Version ?? 0, reply.Position, reply.Conflicts);
        if (reply.Refusal == EnrolmentRefusal.CourseFull)
        {
            script.Full();
        }

        if (reply.Error is { } error)
        {
            Context.Recorder.RecordError(error);
        }

        return reply.Outcome;
    }
}
