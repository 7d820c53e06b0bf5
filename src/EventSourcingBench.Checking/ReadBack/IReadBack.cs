namespace EventSourcingBench.Checking.ReadBack;

/// <summary>What verification asks a store. What cannot be read is an exception, whatever its type: the verdict is then <c>not verified</c>
/// with its message. An answer that leaves events out without an exception is taken for their loss.</summary>
internal interface IReadBack
{
    bool HasStreams { get; }

    bool HasOrder { get; }

    /// <summary>Events of a stream from a version on (1 or more) in pages, as the store reads it forward; none for a stream that does not
    /// exist. In a store without streams the events with a tag (empty: all events), by a query from a position on, to the end.</summary>
    IAsyncEnumerable<List<FoundEvent>> ReadStreamAsync(string stream, long fromVersion, long maxCount, CancellationToken cancellationToken);

    /// <summary>All events after a checkpoint (empty: from the start) by a new subscription, until it has caught up.</summary>
    IAsyncEnumerable<FoundBatch> ReadAllAsync(string checkpoint, CancellationToken cancellationToken);

    /// <summary>How many requests the store is still at work on; 0 where that is not known.</summary>
    Task<long> CountPendingAsync(CancellationToken cancellationToken);
}

/// <summary>Reads what a projection saved. What cannot be read is an exception, whatever its type.</summary>
internal interface IReadModelReader
{
    Task<long> CountRowsAsync(CancellationToken cancellationToken);

    /// <summary>All rows, in whatever order; one that is stored twice comes twice.</summary>
    IAsyncEnumerable<FoundRow> ReadRowsAsync(CancellationToken cancellationToken);

    /// <summary>The totals that the read model keeps of a group; null where it has none.</summary>
    Task<ReadModelSummary?> ReadTotalAsync(string group, CancellationToken cancellationToken);
}

/// <summary>An event as a store gave it back. In a store without streams the stream is empty, and the version is the position; the position
/// is null where the store has none.</summary>
internal readonly record struct FoundEvent(Guid Id, string Stream, long Version, long? Position, ulong Hash);

/// <summary>Some events in the store's order, which may be none. A subscription after the checkpoint goes on with the next event.</summary>
internal sealed record FoundBatch(List<FoundEvent> Events, string Checkpoint);

/// <summary>A row of a read model. The document is the <see cref="ContentHash.OfDocument"/> of the event's data.</summary>
internal readonly record struct FoundRow(Guid EventId, string Group, long Amount, ulong Document = 0);
