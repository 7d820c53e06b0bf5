namespace EventSourcingBench.Api.Streams;

/// <summary>The <see cref="ContentHash"/> of events as a store returns them.</summary>
public static class StoredContent
{
    /// <summary>The hash of an event of a stream. Bytes that the store promises to keep are hashed as they are.</summary>
    public static ulong HashIn(this RecordedEvent recorded, StoreCapabilities store) =>
        ContentHash.Of(recorded.Type, recorded.Data.Span, recorded.Metadata.Span, isCanonical: KeepsBytes(store));

    /// <summary>The hash of an event of a store without streams, its tags included.</summary>
    public static ulong HashIn(this DcbRecordedEvent recorded, StoreCapabilities store) => ContentHash.Of(
        recorded.Event.Type, recorded.Event.Data.Span, recorded.Event.Metadata.Span, recorded.Tags, KeepsBytes(store));

    private static bool KeepsBytes(StoreCapabilities store) => store.HasFlag(StoreCapabilities.KeepsBytes);
}
