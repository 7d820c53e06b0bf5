namespace EventSourcingBench.Api.Contracts;

/// <summary>An event delivered by the subscription or read from a stream.</summary>
/// <param name="EventId">Its identity.</param>
/// <param name="Stream">Its stream; empty in a store without streams.</param>
/// <param name="Version">Its version; in a store without streams its position.</param>
/// <param name="Position">Its global position; null if the store has no single number for it.</param>
/// <param name="ContentHash">A hash of its type, data, metadata and tags, 16 hexadecimal digits; JSON is hashed by its
/// meaning.</param>
public sealed record DeliveredEvent(Guid EventId, string Stream, long Version, long? Position, string ContentHash)
{
    internal static DeliveredEvent Of(RecordedEvent recorded) => new(
        recorded.Id,
        recorded.Stream.Value,
        recorded.Version,
        recorded.Position,
        Text(Measurement.Histories.ContentHash.Of(recorded.Type, recorded.Data.Span, recorded.Metadata.Span)));

    internal static DeliveredEvent Of(DcbRecordedEvent recorded) => new(
        recorded.Event.Id,
        "",
        recorded.Position,
        recorded.Position,
        Text(Measurement.Histories.ContentHash.Of(
            recorded.Event.Type, recorded.Event.Data.Span, recorded.Event.Metadata.Span, recorded.Tags)));

    private static string Text(ulong hash) => hash.ToString("x16", CultureInfo.InvariantCulture);
}
