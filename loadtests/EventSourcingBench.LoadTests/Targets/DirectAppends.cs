namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Single appends to a store of this process.</summary>
internal static class DirectAppends
{
    /// <summary>Appends an event at whatever version its stream has. Never throws for a store's error.</summary>
    public static ValueTask<AppendReply> SendAsync(
        IEventStore events, StreamId stream, EventData data, TimeSpan timeout, TimeProvider time) => DirectFailures.GuardAsync(
        async token => await events.AppendAsync(stream, ExpectedVersion.Any, [data], token) is Appended appended
            ? new AppendReply(Outcome.Success, appended.StreamVersion, appended.Position ?? 0, null)
            : new AppendReply(Outcome.Conflict, 0, 0, null),
        (outcome, error) => new AppendReply(outcome, 0, 0, error),
        timeout,
        time);
}
