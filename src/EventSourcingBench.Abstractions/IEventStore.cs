namespace EventSourcingBench.Abstractions;

/// <summary>An event store of streams: writes with an expected version, reads back.</summary>
public interface IEventStore : IEventWriter, IEventReader;

/// <summary>Appends events to streams. Safe for any number of concurrent callers.</summary>
public interface IEventWriter
{
    /// <summary>Appends the events to the end of the stream, in their order, all or none. It answers when they are as durable as the
    /// store's tier says, not earlier.</summary>
    /// <remarks><para>A version conflict is a result, never an exception. With <see cref="ExpectedVersion.Any"/> there is none: the store
    /// retries by itself.</para>
    /// <para>Where <see cref="StoreCapabilities.IdempotentAppend"/> is set, a retry appends nothing and answers with the versions of the
    /// first time, whatever version it expects. A retry is an append whose event ids are in the stream already, one behind another in the
    /// same order. Any other append with an event id that is in the store already, in this stream or another, appends nothing and is an
    /// <see cref="ArgumentException"/>; it may be a <see cref="WrongExpectedVersion"/> where the stream has not the expected version
    /// either. A store that knows an append only by the id of its first event, in its stream, says so in its README: it appends other ids
    /// again.</para>
    /// <para>Without that capability an event id that is in the store already may be appended again.</para>
    /// <para>The events may not be changed before the call ends, and not at all after one that was cancelled: the store may still be
    /// writing them.</para></remarks>
    /// <exception cref="OperationCanceledException">The waiting was cancelled; whether the events were appended is unknown.</exception>
    /// <returns><see cref="Appended"/> or <see cref="WrongExpectedVersion"/>.</returns>
    /// <exception cref="ArgumentException">There is no event, two have the same id, or an event id is in the store already, and this is no
    /// retry.</exception>
    /// <exception cref="StoreUnavailableException">Nothing was appended: the store could not be reached or refused.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default);
}

/// <summary>Reads streams. Safe for any number of concurrent callers.</summary>
public interface IEventReader
{
    /// <summary>Reads a stream forward, streaming: memory stays flat whatever the stream's length. What was acknowledged before the call is
    /// in it. A stream that does not exist gives no event.</summary>
    /// <remarks>The first version and the most events are 1 or more. Default: the whole stream.</remarks>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or the connection broke.</exception>
    IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default);
}

/// <summary>What became of an append: <see cref="Appended"/> or <see cref="WrongExpectedVersion"/>.</summary>
public abstract record AppendResult
{
    private protected AppendResult() { }
}

/// <summary>All events of the append are in the store, as durable as the store's <see cref="DurabilityTier"/> says. A retry of an append
/// that had succeeded gets this too, with the versions of the first time.</summary>
/// <param name="StreamVersion">The version of the last event of this append.</param>
/// <param name="Position">The global position of the last event, where the store has one number for it.</param>
public sealed record Appended(long StreamVersion, long? Position) : AppendResult;

/// <summary>The append met a version conflict: nothing of it was appended.</summary>
/// <param name="ActualVersion">The version when the store refused; 0 for no stream. It may have grown since.</param>
public sealed record WrongExpectedVersion(ExpectedVersion Expected, long ActualVersion) : AppendResult;
