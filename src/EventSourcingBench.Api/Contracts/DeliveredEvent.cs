namespace EventSourcingBench.Api.Contracts;

/// <summary>An event delivered by the subscription or read from a stream.</summary>
/// <param name="Stream">Its stream; empty in a store without streams.</param>
/// <param name="Version">Its version; in a store without streams its position.</param>
/// <param name="Position">Its global position; null if the store has no single number for it.</param>
/// <param name="ContentHash">A hash of its type, data, metadata and tags, 16 hexadecimal digits; JSON is hashed by its meaning.</param>
public sealed record DeliveredEvent(Guid EventId, string Stream, long Version, long? Position, string ContentHash)
{
    internal static DeliveredEvent Of(StoreCapabilities store, RecordedEvent recorded) =>
        new(recorded.Id, recorded.Stream.Value, recorded.Version, recorded.Position, Text(recorded.HashIn(store)));

    internal static DeliveredEvent Of(StoreCapabilities store, DcbRecordedEvent recorded) =>
        new(recorded.Event.Id, "", recorded.Position, recorded.Position, Text(recorded.HashIn(store)));

    internal static string Text(ulong hash) => hash.ToString("x16", CultureInfo.InvariantCulture);
}

/// <summary>A page of all events of the store, from its catch-up subscription.</summary>
/// <param name="Events">The events, in the store's order.</param>
/// <param name="Checkpoint">The value of <c>after</c> for the next page; empty before the first event.</param>
/// <param name="CaughtUp">True if the store had no more events at that moment.</param>
public sealed record EventsPage(IReadOnlyList<DeliveredEvent> Events, string Checkpoint, bool CaughtUp);

/// <param name="Events">The events, in ascending order of version.</param>
/// <param name="Next">The first version of the next page; null at the end of the stream.</param>
public sealed record StreamPage(IReadOnlyList<DeliveredEvent> Events, long? Next);

/// <param name="Version">The version of the last event that was read; 0 where there was none.</param>
/// <param name="Digest">A digest of their versions and content, 16 hexadecimal digits; see <see cref="StreamState"/>.</param>
public sealed record LoadedStream(long Version, long Events, string Digest);

/// <summary>The body of an append of one event to a stream.</summary>
/// <param name="Type">The name of the event's type, 1 to 100 characters.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record AppendEvent(string Type, JsonElement Data);

/// <param name="Version">Its place in its stream, also in the header <c>ETag</c>.</param>
/// <param name="Position">Its global position, where the store has one number for it.</param>
/// <param name="Loaded">How many events were read before; 0 without <c>load</c>.</param>
/// <param name="LoadedVersion">The version that was read before, which the append expected; null without <c>load</c>.</param>
public sealed record AppendedEvent(Guid EventId, long Version, long? Position, long Loaded, long? LoadedVersion);

/// <param name="Events">The number of events in the call; all of them have the durability of the store's tier.</param>
public sealed record AppendedEvents(int Events);
