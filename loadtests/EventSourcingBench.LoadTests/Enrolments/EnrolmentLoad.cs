namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>The request of the suite: each client's next operation, entered in the history before it is sent.</summary>
internal sealed class EnrolmentLoad : SuiteLoad
{
    private readonly EnrolmentScript[] _scripts;

    public EnrolmentLoad(LoadContext context)
        : base(context)
    {
        HotCourses = context.Step.Workload.Get(EnrolmentParameters.HotCourses);
        Preload = new PreloadContent(context.Ids, context.Step.Preload ?? 0, context.Target.EventsOfJoining);
        History = context.NewHistory(Preload.Keys, context.Target.EventsOfJoining, Preload.ToBulk(), hasExpectedVersions: true);
        _scripts = [.. Enumerable.Range(0, context.Workers).Select(w => new EnrolmentScript((int)context.Share.NumberOf(w), HotCourses))];
    }

    /// <summary>Courses that all clients share; 0 where each has its own.</summary>
    public int HotCourses { get; }

    public PreloadContent Preload { get; }

    protected override RosterRefusal CodeOf(Enum refusal) => (EnrolmentRefusal)refusal switch
    {
        EnrolmentRefusal.CourseExists or EnrolmentRefusal.StudentExists => RosterRefusal.Open,
        EnrolmentRefusal.NoSuchCourse => RosterRefusal.Missing,
        EnrolmentRefusal.NoSuchStudent => RosterRefusal.SecondMissing,
        EnrolmentRefusal.AlreadyJoined => RosterRefusal.Member,
        EnrolmentRefusal.NotJoined => RosterRefusal.NotMember,
        EnrolmentRefusal.CourseFull => RosterRefusal.Full,
        EnrolmentRefusal.StudentAtLimit => RosterRefusal.SecondFull,
        _ => throw new ArgumentOutOfRangeException(nameof(refusal), refusal, "This is no refusal."),
    };

    protected override async ValueTask<LoadReply> SendAsync(LoadCall call, long number)
    {
        var script = _scripts[call.Worker];
        var wanted = script.Next();
        var id = History.Ids.Of(History.EventOf(number));
        var (first, second, command) = EnrolmentKeys.Of(wanted);
        var secondKey = second is null ? Operation.NoKey : History.KeyOf(second);
        History.Lane(call.Worker).Begin(
            number, call.Due, OperationKind.Append, History.KeyOf(first), secondKey, command.Argument,
            EnrolmentKeys.HashOf(id, wanted, History.EventsPerOperation));
        var reply = await SendAsync(call.Worker, new EnrolmentOperation(id, wanted));
        if (reply.Refusal is EnrolmentRefusal.CourseFull)
            script.Full();

        return reply;
    }
}
