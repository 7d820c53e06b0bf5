using System.Runtime.CompilerServices;
using EventData = EventSourcingBench.Abstractions.EventData;
using WrongExpectedVersion = EventSourcingBench.Abstractions.WrongExpectedVersion;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Streams: translates requests and results.</summary>
/// <param name="connection">The client.</param>
/// <param name="streams">The server's stream names.</param>
/// <param name="unary">The credentials for separate append calls; null if appends share a call.</param>
internal sealed class LogEventStore(LogConnection connection, LogStreams streams, UserCredentials? unary) : IEventStore
{
    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        if (events.Count == 0)
        {
            throw new ArgumentException("There is no event to append.", nameof(events));
        }

        cancellationToken.ThrowIfCancellationRequested();
        connection.ThrowIfClosed();
        try
        {
            // The shared call ignores cancellation once it has the events: the wait ends here.
            var result = await Dialect.AppendAsync(
                connection.Client, streams.Writing(stream), expected, Messages(events), unary, cancellationToken)
                .WaitAsync(cancellationToken);
            return result is WrongExpectedVersionResult lost
                ? new WrongExpectedVersion(expected, lost.ActualVersion + 1)
                : new Appended(Dialect.Version(result), LogEvents.Number(result.LogPosition));
        }
        catch (Exception e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (connection.Errors.AfterSend(e, connection.IsClosed) is { } translated)
            {
                throw translated;
            }

            throw;
        }
    }

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(fromVersion, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCount, 1);
        using var ending = connection.Link(cancellationToken);
        var read = connection.Client.ReadStreamAsync(
            Direction.Forwards, streams.Name(stream), StreamPosition.FromInt64(fromVersion - 1), maxCount, cancellationToken: ending.Token);
        if (await connection.GuardAsync(() => read.ReadState, cancellationToken) == ReadState.StreamNotFound)
        {
            yield break;
        }

        await using var events = read.GetAsyncEnumerator(ending.Token);
        while (await connection.GuardAsync(() => events.MoveNextAsync(), cancellationToken))
        {
            yield return LogEvents.Recorded(events.Current.Event, stream);
        }
    }

    private static ClientEvent[] Messages(IReadOnlyList<EventData> events)
    {
        var messages = new ClientEvent[events.Count];
        for (var i = 0; i < messages.Length; i++)
        {
            var data = events[i];
            messages[i] = new ClientEvent(Uuid.FromGuid(data.Id), data.Type, data.Data, data.Metadata);
        }

        return messages;
    }
}
