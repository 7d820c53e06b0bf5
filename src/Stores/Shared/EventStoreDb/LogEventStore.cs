using EventData = EventSourcingBench.Abstractions.EventData;
using WrongExpectedVersion = EventSourcingBench.Abstractions.WrongExpectedVersion;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Streams. Without separate credentials for append calls (unary), appends share one call.</summary>
internal sealed class LogEventStore(LogConnection connection, LogNamespace space, UserCredentials? unary) : IEventStore
{
    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireEvents(events);
        cancellationToken.ThrowIfCancellationRequested();
        connection.ThrowIfClosed();
        try
        {
            ClientEvent[] messages = [.. events.Select(e => new ClientEvent(Uuid.FromGuid(e.Id), e.Type, e.Data, e.Metadata))];
            // The shared call ignores cancellation once it has the events: the wait ends here.
            var result = await Dialect.AppendAsync(
                connection.Client, space.Writing(stream), expected, messages, unary, cancellationToken)
                .WaitAsync(cancellationToken);
            return result is WrongExpectedVersionResult lost
                ? new WrongExpectedVersion(expected, lost.ActualVersion + 1)
                : new Appended(Dialect.Version(result), LogEvents.Number(result.LogPosition));
        }
        catch (Exception e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (connection.Errors.AfterSend(e, connection.IsClosed) is { } translated)
                throw translated;

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
            Direction.Forwards, space.NameOf(stream), StreamPosition.FromInt64(fromVersion - 1), maxCount, cancellationToken: ending.Token);
        if (await connection.GuardAsync(() => read.ReadState, cancellationToken) == ReadState.StreamNotFound)
            yield break;

        await using var events = read.GetAsyncEnumerator(ending.Token);
        while (await connection.GuardAsync(() => events.MoveNextAsync(), cancellationToken))
            yield return LogEvents.Recorded(events.Current.Event, stream);
    }
}
