namespace EventSourcingBench.Abstractions;

/// <summary>An event store without streams: consistency is drawn around what a query finds (dynamic consistency boundary). Safe for any
/// number of concurrent callers.</summary>
public interface IDcbEventStore
{
    /// <summary>Reads what matches after a position, in the order of positions. Default: everything.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default);

    /// <summary>Everything that matches after a position, in the order of positions, then live until it is cancelled. Nothing is skipped,
    /// also when transactions commit out of the order of positions.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or was closed.</exception>
    IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(DcbQuery query, long after = 0, CancellationToken cancellationToken = default);

    /// <summary>Appends all events, or none when the condition fails. Answers when they are durable.</summary>
    /// <remarks>Where <see cref="StoreCapabilities.IdempotentAppend"/> is set, a repeat with the same event ids appends nothing and answers
    /// with the position of the first time, whatever the condition says, and any other append with an event id that is in the store already
    /// appends nothing: it is an <see cref="ArgumentException"/>, or refused by its condition; where only
    /// <see cref="StoreCapabilities.IdempotentConditionalAppend"/> is set, a repeat with the same condition that matches the events
    /// themselves.</remarks>
    /// <exception cref="OperationCanceledException">The waiting was cancelled; whether the events were appended is unknown.</exception>
    /// <exception cref="ArgumentException">There is no event; two have the same id; or an event id is in the store already, and this is no
    /// repeat.</exception>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default);
}

/// <summary>Which events matter to a decision, after the specification of dynamic consistency boundaries (dcb.events): an event matches the
/// query when it matches one of its items, or there are none.</summary>
public sealed record DcbQuery(IReadOnlyList<DcbQueryItem> Items)
{
    public static DcbQuery All { get; } = new([]);
}

/// <summary>An event matches when its type is one of the types, or there are none, and it has all of the tags.</summary>
public sealed record DcbQueryItem(IReadOnlyList<string> Types, IReadOnlyList<string> Tags);

/// <summary>An event with the tags that say what it concerns, such as <c>course:c1</c>; each 1 to 100 characters, no duplicates.</summary>
public sealed record DcbEvent(EventData Event, IReadOnlyList<string> Tags);

/// <summary>An event as a DCB store gives it back, with its place among all events, 1 or more.</summary>
public sealed record DcbRecordedEvent(long Position, EventData Event, IReadOnlyList<string> Tags);

/// <summary>The events that a query found, in the order of their positions, and the head: the position of the last event in the store at
/// the time of the read, 0 for an empty store. No event will ever appear at or before it that this read had not seen.</summary>
public sealed record DcbReadResult(IReadOnlyList<DcbRecordedEvent> Events, long Head);

/// <summary>The append fails when an event after the head that the decision was made on, or 0 for all events, matches the query.</summary>
public sealed record DcbAppendCondition(DcbQuery FailIfMatches, long After);

/// <param name="Position">The position of the last event, or null when the condition failed and nothing was appended.</param>
public readonly record struct DcbAppendResult(long? Position)
{
    public bool IsAppended => Position is not null;
}
