using System.Text.Json;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Domain;

/// <summary>Events of shows, and their snapshots, as stores keep them.</summary>
public static class ReservationEvents
{
    /// <summary>The event to append; its type is the name of the record.</summary>
    /// <param name="id">Its identity; a retry takes the same.</param>
    /// <param name="happened">The event.</param>
    public static EventData ToEventData(Guid id, ReservationEvent happened) => happened switch
    {
        ShowCreated e => new EventData(id, nameof(ShowCreated), JsonSerializer.SerializeToUtf8Bytes(e, DomainJson.Default.ShowCreated)),
        SeatReserved e => new EventData(id, nameof(SeatReserved), JsonSerializer.SerializeToUtf8Bytes(e, DomainJson.Default.SeatReserved)),
        ReservationCancelled e => new EventData(id, nameof(ReservationCancelled), JsonSerializer.SerializeToUtf8Bytes(e, DomainJson.Default.ReservationCancelled)),
        _ => throw new ArgumentException($"{happened?.GetType().Name} is no event of shows.", nameof(happened)),
    };

    /// <summary>The snapshot to append to the stream of snapshots.</summary>
    /// <param name="id">Its identity.</param>
    /// <param name="snapshot">The snapshot.</param>
    public static EventData ToEventData(Guid id, ShowSnapshot snapshot) =>
        new(id, ShowSnapshot.EventType, JsonSerializer.SerializeToUtf8Bytes(snapshot, DomainJson.Default.ShowSnapshot));

    /// <summary>The snapshot of a stored one.</summary>
    /// <param name="data">Its data.</param>
    /// <exception cref="FormatException">It is no snapshot of a show.</exception>
    public static ShowSnapshot ReadSnapshot(ReadOnlySpan<byte> data) => StoredJson.Read(data, DomainJson.Default.ShowSnapshot);

    /// <summary>The event of a stored one.</summary>
    /// <param name="type">Its type.</param>
    /// <param name="data">Its data.</param>
    /// <exception cref="FormatException">It is of another type, or its data is not that of its type.</exception>
    public static ReservationEvent Read(string type, ReadOnlySpan<byte> data) => type switch
    {
        nameof(ShowCreated) => StoredJson.Read(data, DomainJson.Default.ShowCreated),
        nameof(SeatReserved) => StoredJson.Read(data, DomainJson.Default.SeatReserved),
        nameof(ReservationCancelled) => StoredJson.Read(data, DomainJson.Default.ReservationCancelled),
        _ => throw new FormatException($"A {type} is no event of shows."),
    };
}
