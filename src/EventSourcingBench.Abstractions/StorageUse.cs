namespace EventSourcingBench.Abstractions;

/// <summary>What a store's data takes of the disk.</summary>
/// <param name="DataBytes">Bytes of this opening's events with their indexes, read models left out where they can be distinguished.</param>
/// <param name="WrittenBytes">
/// Bytes that the store, or its server, has written to files since some fixed moment in the past, logs included: the growth
/// between two readings over the growth of the events is the write amplification. Null where it is not counted.
/// </param>
public readonly record struct StorageUse(long DataBytes, long? WrittenBytes);
