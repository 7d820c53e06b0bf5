namespace EventSourcingBench.Domain.Reservations;

/// <summary>Events of shows, and their snapshots, as stores keep them.</summary>
public static class ReservationEvents
{
    /// <summary>The event to append; its type is the name of the record.</summary>
    /// <param name="id">Its identity; a retry takes the same.</param>
    /// <param name="happened">The event.</param>
    public static EventData ToEventData(Guid id, ReservationEvent happened) => happened switch
    {
        ShowCreated e => Event(id, nameof(ShowCreated), JsonSerializer.SerializeToUtf8Bytes(e, DomainJson.Default.ShowCreated)),
        SeatReserved e => Event(id, nameof(SeatReserved), JsonSerializer.SerializeToUtf8Bytes(e, DomainJson.Default.SeatReserved)),
        ReservationCancelled e => Event(
            id, nameof(ReservationCancelled), JsonSerializer.SerializeToUtf8Bytes(e, DomainJson.Default.ReservationCancelled)),
        _ => throw new ArgumentException($"{happened?.GetType().Name} is no event of shows.", nameof(happened)),
    };

    /// <summary>The snapshot to append to the stream of snapshots.</summary>
    /// <param name="id">Its identity.</param>
    /// <param name="snapshot">The snapshot.</param>
    public static EventData ToEventData(Guid id, ShowSnapshot snapshot) =>
        new(id, ShowSnapshot.EventType, JsonSerializer.SerializeToUtf8Bytes(snapshot, DomainJson.Default.ShowSnapshot));

    /// <summary>The snapshot of a stored one.</summary>
    /// <param name="id">Its identity.</param>
    /// <param name="type">Its type.</param>
    /// <param name="data">Its data.</param>
    /// <exception cref="ForeignEventException">It is no snapshot of a show.</exception>
    public static ShowSnapshot ReadSnapshot(Guid id, string type, ReadOnlySpan<byte> data)
    {
        if (type != ShowSnapshot.EventType)
        {
            throw new ForeignEventException(id, $"has the type {type}, not {ShowSnapshot.EventType}.");
        }

        var snapshot = StoredJson.Read(id, data, DomainJson.Default.ShowSnapshot);
        return snapshot.Version is >= 0 and < long.MaxValue
            ? snapshot
            : throw new ForeignEventException(id, $"is a snapshot of version {snapshot.Version}, which no show has.");
    }

    /// <summary>The event of a stored one.</summary>
    /// <param name="id">Its identity.</param>
    /// <param name="type">Its type.</param>
    /// <param name="data">Its data.</param>
    /// <exception cref="ForeignEventException">It is of another type, or its data is not that of its type.</exception>
    public static ReservationEvent Read(Guid id, string type, ReadOnlySpan<byte> data) => type switch
    {
        nameof(ShowCreated) => StoredJson.Read(id, data, DomainJson.Default.ShowCreated),
        nameof(SeatReserved) => StoredJson.Read(id, data, DomainJson.Default.SeatReserved),
        nameof(ReservationCancelled) => StoredJson.Read(id, data, DomainJson.Default.ReservationCancelled),
        _ => throw new ForeignEventException(id, $"has the type {type}, not one of shows."),
    };

    private static EventData Event(Guid id, string type, byte[] data) => new(id, type, data) { Metadata = EventMetadata.Of(id) };
}
