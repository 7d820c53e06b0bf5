namespace EventSourcingBench.Abstractions;

/// <summary>An event store without streams: consistency is drawn around what a query finds (dynamic consistency boundary). Safe for any
/// number of concurrent callers.</summary>
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

    /// <summary>Everything that matches after a position, in the order of positions, then live until it is cancelled. Nothing is skipped,
    /// also when transactions commit out of the order of positions.</summary>
    /// <param name="query">What matters.</param>
    /// <param name="after">Only events after this position. Default: 0, all.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or was closed.</exception>
    IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(DcbQuery query, long after = 0, CancellationToken cancellationToken = default);

    /// <summary>Appends all events, or none when the condition fails. Answers when they are durable.</summary>
    /// <remarks>Where <see cref="StoreCapabilities.IdempotentAppend"/> is set, a repeat with the same event ids appends nothing and answers
    /// with the position of the first time, whatever the condition says, and any other append with an event id that is in the store already
    /// appends nothing: it is an <see cref="ArgumentException"/>, or refused by its condition; where only
    /// <see cref="StoreCapabilities.IdempotentConditionalAppend"/> is set, a repeat with the same condition that matches the events
    /// themselves.</remarks>
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

/// <summary>Which events matter to a decision, after the specification of dynamic consistency boundaries (dcb.events): an event matches the
/// query when it matches one of its items.</summary>
/// <param name="Items">The items; none means every event.</param>
public sealed record DcbQuery(IReadOnlyList<DcbQueryItem> Items)
{
    /// <summary>Every event.</summary>
    public static DcbQuery All { get; } = new([]);
}

/// <summary>An event matches when its type is one of the types and it has all of the tags.</summary>
/// <param name="Types">The types; none means any type.</param>
/// <param name="Tags">The tags; none means any tags.</param>
public sealed record DcbQueryItem(IReadOnlyList<string> Types, IReadOnlyList<string> Tags);

/// <summary>An event with the tags that say what it concerns.</summary>
/// <param name="Event">The event.</param>
/// <param name="Tags">Such as <c>course:c1</c>, <c>student:s1</c>; each 1 to 100 characters, no duplicates.</param>
public sealed record DcbEvent(EventData Event, IReadOnlyList<string> Tags);

/// <summary>An event as a DCB store gives it back.</summary>
/// <param name="Position">Its place among all events, 1 or more.</param>
/// <param name="Event">The event.</param>
/// <param name="Tags">Its tags.</param>
public sealed record DcbRecordedEvent(long Position, EventData Event, IReadOnlyList<string> Tags);

/// <summary>The events that a query found, and how far the store had been read.</summary>
/// <param name="Events">The events, in the order of their positions.</param>
/// <param name="Head">The position of the last event in the store at the time of the read; 0 for an empty store. No event will ever appear
/// at or before it that this read had not seen: a condition may start after it.</param>
public sealed record DcbReadResult(IReadOnlyList<DcbRecordedEvent> Events, long Head);

/// <summary>The append fails when an event after the position matches the query.</summary>
/// <param name="FailIfMatches">What must not have happened.</param>
/// <param name="After">The head that the decision was made on; 0 to look at all events.</param>
public sealed record DcbAppendCondition(DcbQuery FailIfMatches, long After);

/// <summary>What became of a conditional append.</summary>
/// <param name="Position">The position of the last event, or null when the condition failed and nothing was appended.</param>
public readonly record struct DcbAppendResult(long? Position)
{
    /// <summary>False when the condition failed.</summary>
    public bool IsAppended => Position is not null;
}
