namespace EventSourcingBench.Abstractions;

/// <summary>
/// An event store without streams: consistency is drawn around what a query finds (dynamic consistency boundary).
/// Safe for any number of concurrent callers.
/// </summary>
public interface IDcbEventStore
{
    /// <summary>Reads what matches, in the order of positions.</summary>
    /// <param name="query">What matters.</param>
    /// <param name="after">Only events after this position. Default: 0, all.</param>
    /// <param name="limit">The most events. Default: all.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query,
        long after = 0,
        int limit = int.MaxValue,
        CancellationToken cancellationToken = default);

    /// <summary>
    /// Everything that matches after a position, in the order of positions, then live until it is cancelled. Nothing is
    /// skipped, also when transactions commit out of the order of positions.
    /// </summary>
    /// <param name="query">What matters.</param>
    /// <param name="after">Only events after this position. Default: 0, all.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or was closed.</exception>
    IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(DcbQuery query, long after = 0, CancellationToken cancellationToken = default);

    /// <summary>Appends all events, or none when the condition fails. Answers when they are durable.</summary>
    /// <remarks>
    /// Where <see cref="StoreCapabilities.IdempotentAppend"/> is set, a repeat with the same event ids appends nothing and
    /// answers with the position of the first time, whatever the condition says, and any other append with an event id that is
    /// in the store already appends nothing: it is an <see cref="ArgumentException"/>, or refused by its condition; where only
    /// <see cref="StoreCapabilities.IdempotentConditionalAppend"/> is set, a repeat with the same condition that matches
    /// the events themselves.
    /// </remarks>
    /// <param name="events">One or more events.</param>
    /// <param name="condition">What must not have happened; null for none.</param>
    /// <param name="cancellationToken">Stops the waiting; the outcome is then unknown.</param>
    /// <exception cref="ArgumentException">There is no event; or an event id is in the store already, and this is no repeat.</exception>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events,
        DcbAppendCondition? condition,
        CancellationToken cancellationToken = default);
}
