namespace EventSourcingBench.Abstractions;

/// <summary>Appends many events of many streams by one call, by the store's own way. Safe for any number of concurrent callers.</summary>
public interface IBulkWriter
{
    /// <summary>What a call that fails may leave behind; by default nothing.</summary>
    BulkAtomicity Atomicity => BulkAtomicity.Call;

    /// <summary>Appends each event to the end of its stream, in the order of the list, whatever versions the streams have; all or none, as
    /// <see cref="Atomicity"/> says. It answers when all are as durable as the store's tier says, not earlier.</summary>
    /// <remarks>What is appended this way is read, subscribed to and projected like any other event. Where
    /// <see cref="StoreCapabilities.IdempotentAppend"/> is set, a retry, whose event ids are all in their streams already, appends nothing;
    /// with <see cref="BulkAtomicity.Call"/> a list of which some ids are in the store already, or all but in other streams, is an
    /// <see cref="ArgumentException"/> and appends nothing. Versions stay contiguous beside other appends to the same streams.</remarks>
    /// <exception cref="OperationCanceledException">The waiting was cancelled; whether the events were appended is unknown.</exception>
    /// <exception cref="ArgumentException">There is no event, two have the same id, or an id is in the store already: no retry.</exception>
    /// <exception cref="StoreUnavailableException">Nothing was appended: the store could not be reached or refused.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came; or, with <see cref="BulkAtomicity.Stream"/>,
    /// some streams have their events and others not.</exception>
    ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default);
}

/// <summary>What a bulk append that fails in the middle may leave behind.</summary>
public enum BulkAtomicity
{
    Call, // Nothing: all events of the call are appended or none.
    Stream, // Streams that are whole: of each stream all events of the call are appended or none.
}

/// <summary>An event of a bulk append, and the stream whose end it goes to.</summary>
public readonly record struct BulkEvent(StreamId Stream, EventData Event);
