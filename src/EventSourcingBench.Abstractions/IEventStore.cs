namespace EventSourcingBench.Abstractions;

/// <summary>An event store of streams: writes with an expected version, reads back.</summary>
public interface IEventStore : IEventWriter, IEventReader;

/// <summary>Appends events to streams. Safe for any number of concurrent callers.</summary>
public interface IEventWriter
{
    /// <summary>Appends the events to the end of the stream, in their order, all or none. It answers when they are as durable as the
    /// store's tier says, not earlier.</summary>
    /// <remarks>
    /// <para>A version conflict is a result, never an exception. With <see cref="ExpectedVersion.Any"/> there is no race to lose: the store
    /// retries by itself.</para>
    /// <para>Where <see cref="StoreCapabilities.IdempotentAppend"/> is set, a retry appends nothing and answers with the versions of the
    /// first time, whatever version it expects. A retry is an append whose event ids are in the stream already, one behind another in the
    /// same order. Any other append with an event id that is in the store already, in this stream or another, appends nothing and is an
    /// <see cref="ArgumentException"/>; it may be a <see cref="WrongExpectedVersion"/> where the stream has not the expected version
    /// either. A store that knows an append only by the id of its first event, in its stream, says so in its README: it appends other ids
    /// again.</para>
    /// <para>Without that capability an event id that is in the store already may be appended again.</para>
    /// </remarks>
    /// <param name="stream">The stream.</param>
    /// <param name="expected">The version that the stream must have.</param>
    /// <param name="events">One or more events.</param>
    /// <param name="cancellationToken">Stops the waiting. Whether the events were appended is then unknown, as after
    /// <see cref="OutcomeUnknownException"/>.</param>
    /// <returns><see cref="Appended"/> or <see cref="WrongExpectedVersion"/>.</returns>
    /// <exception cref="ArgumentException"><paramref name="events"/> is empty; or an event id is in the store already, and this is no
    /// retry.</exception>
    /// <exception cref="StoreUnavailableException">Nothing was appended: the store could not be reached or refused.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default);
}

/// <summary>Reads streams. Safe for any number of concurrent callers.</summary>
public interface IEventReader
{
    /// <summary>Reads a stream forward, streaming: memory stays flat whatever the stream's length. What was acknowledged before the call is
    /// in it.</summary>
    /// <param name="stream">The stream. One that does not exist gives no event.</param>
    /// <param name="fromVersion">The version of the first event to read, 1 or more.</param>
    /// <param name="maxCount">The most events to read, 1 or more. Default: all.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or the connection broke.</exception>
    IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        CancellationToken cancellationToken = default);
}
