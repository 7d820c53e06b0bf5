using EventSourcingBench.Abstractions;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Single appends to a store of this process.</summary>
internal static class DirectAppends
{
    /// <summary>Appends an event at whatever version its stream has. Never throws for a store's error.</summary>
    /// <param name="events">The store.</param>
    /// <param name="stream">The stream.</param>
    /// <param name="data">The event.</param>
    /// <param name="timeout">After this the outcome is <see cref="Outcome.Timeout"/>.</param>
    /// <param name="time">The clock.</param>
    public static async ValueTask<AppendReply> SendAsync(
        IEventStore events, StreamId stream, EventData data, TimeSpan timeout, TimeProvider time)
    {
        using var patience = new CancellationTokenSource(timeout, time);
        try
        {
            var result = await events.AppendAsync(stream, ExpectedVersion.Any, [data], patience.Token);
            return result is Appended appended
                ? new AppendReply(Outcome.Success, appended.StreamVersion, appended.Position ?? 0, null)
                : new AppendReply(Outcome.Conflict, 0, 0, null);
        }
        catch (Exception e)
        {
            var failure = DirectFailures.Of(e, patience, timeout);
            return new AppendReply(failure.Outcome, 0, 0, failure.Error);
        }
    }
}
