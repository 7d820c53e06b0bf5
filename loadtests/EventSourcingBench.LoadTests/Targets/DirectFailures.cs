namespace EventSourcingBench.LoadTests.Targets;

/// <summary>What a failure of a store that is called directly says about the request.</summary>
internal static class DirectFailures
{
    /// <summary>Calls a store of this process. Whatever it throws becomes a reply.</summary>
    public static async ValueTask<T> GuardAsync<T>(
        Func<CancellationToken, ValueTask<T>> call, Func<Outcome, string, T> failed, TimeSpan timeout, TimeProvider time)
    {
        using var patience = new CancellationTokenSource(timeout, time);
        try
        {
            return await call(patience.Token);
        }
        catch (Exception e)
        {
            var (outcome, error) = Of(e, patience, timeout);
            return failed(outcome, error);
        }
    }

    /// <summary>The outcome and its words. What a store may not throw leaves the outcome unknown.</summary>
    private static (Outcome Outcome, string Error) Of(Exception failure, CancellationTokenSource patience, TimeSpan timeout) =>
        failure switch
        {
            StoreUnavailableException or ForeignEventException => (Outcome.Error, Secrets.OfThisProcess.Redact(failure.Message)),
            OutcomeUnknownException => (Outcome.Timeout, Secrets.OfThisProcess.Redact(failure.Message)),
            OperationCanceledException when patience.IsCancellationRequested => (
                Outcome.Timeout, $"no answer within {timeout.TotalSeconds:0.#} s"),
            _ => (Outcome.Timeout, Secrets.OfThisProcess.Redact($"{failure.GetType().Name}: {failure.Message}")),
        };
}

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
