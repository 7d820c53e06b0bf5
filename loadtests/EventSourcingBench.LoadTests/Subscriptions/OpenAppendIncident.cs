namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>An append whose transaction stays open for a time, and how it ends.</summary>
internal sealed class OpenAppendIncident(IncidentContext context, TimeSpan duration, Func<IOpenAppend, Task<Appended?>> end)
    : Incident(context)
{
    private static readonly Values<TimeSpan> Durations = Values.Duration("1ms", "10m");

    /// <summary>It commits, rolls back, or its connection ends.</summary>
    public static IReadOnlyList<IncidentKind> Kinds { get; } =
    [
        Kind("hold", async open => await open.CommitAsync()),
        Abandoned("rollback", open => open.DisposeAsync()),
        Abandoned("cut", open => new(open.CutAsync())),
    ];

    public override string? WhyNot =>
        Context.Store.OpenAppends is null ? "The store has no append whose transaction can be kept open." : null;

    public override async Task<IncidentRecord> RunAsync()
    {
        var lane = Context.Load.History.AddLane();
        var append = Context.Load.BeginApart(lane);
        var record = new IncidentRecord();
        var reply = await LoadReply.GuardAsync(HoldAsync, duration + Context.Experiment.Step.Timeout, Context.Time);
        lane.End(reply.Outcome, reply.Version, reply.Position);
        return reply.Error is { } error ? throw new StoreFailureException($"The append with an open transaction failed: {error}") : record;

        async ValueTask<LoadReply> HoldAsync(CancellationToken cancellationToken)
        {
            await using var open = await Context.Store.OpenAppends!.BeginAsync(append.Stream, [append.Data], cancellationToken);
            var begun = Context.Time.GetTimestamp();
            using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, Context.Interrupted);
            await Context.Time.DelayAsync(duration, either.Token);
            cancellationToken.ThrowIfCancellationRequested();
            var behind = Context.Behind();
            var appended = await end(open);
            record = record with { Took = Context.Time.GetElapsedTime(begun), Events = behind };
            // What was not committed must not be there.
            return appended is null ? new(Outcome.Error) : new(Outcome.Success, appended.StreamVersion, appended.Position ?? 0);
        }
    }

    public override IncidentRecord Complete(IncidentRecord record) => record with { Longest = record.Delivery?.Max };

    private static IncidentKind Abandoned(string name, Func<IOpenAppend, ValueTask> end) => Kind(name, async open =>
    {
        await end(open);
        return null;
    });

    private static IncidentKind Kind(string name, Func<IOpenAppend, Task<Appended?>> end) => new($"{name}:DURATION", argument =>
        Durations.Parse(argument) is TimeSpan duration ? context => new OpenAppendIncident(context, duration, end) : null);
}
