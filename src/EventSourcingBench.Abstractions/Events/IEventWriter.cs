namespace EventSourcingBench.Abstractions;

/// <summary>Appends events to streams. Safe for any number of concurrent callers.</summary>
public interface IEventWriter
{
    /// <summary>
    /// Appends the events to the end of the stream, in their order, all or none. It answers when they are as
    /// durable as the store's tier says, not earlier.
    /// </summary>
    /// <remarks>
    /// <para>
    /// A lost race is a result, never an exception. With <see cref="ExpectedVersion.Any"/> there is no race to lose:
    /// the store retries by itself.
    /// </para>
    /// <para>
    /// Where <see cref="StoreCapabilities.IdempotentAppend"/> is set, an append whose first event's id is in the
    /// stream already appends nothing and answers with the versions of the first time, whatever version it expects.
    /// </para>
    /// </remarks>
    /// <param name="stream">The stream.</param>
    /// <param name="expected">The version that the stream must have.</param>
    /// <param name="events">One or more events.</param>
    /// <param name="cancellationToken">
    /// Stops the waiting. Whether the events were appended is then unknown, as after
    /// <see cref="OutcomeUnknownException"/>.
    /// </param>
    /// <returns><see cref="Appended"/> or <see cref="WrongExpectedVersion"/>.</returns>
    /// <exception cref="ArgumentException"><paramref name="events"/> is empty.</exception>
    /// <exception cref="StoreUnavailableException">Nothing was appended: the store could not be reached or refused.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default);
}
