namespace EventSourcingBench.Api.Streams;

/// <summary>The <see cref="ContentHash"/> of events as a store returns them.</summary>
public static class StoredContent
{
    /// <summary>The hash of an event of a stream.</summary>
    /// <param name="recorded">The event.</param>
    /// <param name="store">What its store promises: bytes that it keeps are hashed as they are.</param>
    public static ulong HashIn(this RecordedEvent recorded, StoreCapabilities store)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        return ContentHash.Of(recorded.Type, recorded.Data.Span, recorded.Metadata.Span, isCanonical: KeepsBytes(store));
    }

    /// <summary>The hash of an event of a store without streams, its tags included.</summary>
    /// <inheritdoc cref="HashIn(RecordedEvent, StoreCapabilities)" path="/param"/>
    public static ulong HashIn(this DcbRecordedEvent recorded, StoreCapabilities store)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        var data = recorded.Event;
        return ContentHash.Of(data.Type, data.Data.Span, data.Metadata.Span, recorded.Tags, KeepsBytes(store));
    }

    private static bool KeepsBytes(StoreCapabilities store) => store.HasFlag(StoreCapabilities.KeepsBytes);
}
