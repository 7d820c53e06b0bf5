namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>What a reader of a stream asks for.</summary>
internal sealed record StreamRead(StreamId Stream, long FromVersion, long MaxCount);
