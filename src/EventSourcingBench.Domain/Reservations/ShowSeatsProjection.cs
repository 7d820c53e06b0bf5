using System.Buffers.Binary;

namespace EventSourcingBench.Domain.Reservations;

/// <summary>One row for each seat that was reserved (1) or cancelled (-1), by show: their sum is how many seats are taken.</summary>
public sealed class ShowSeatsProjection : IProjection
{
    // Any client may choose an id with a later one.
    private static readonly long LastMillisecond = DateTimeOffset.MaxValue.ToUnixTimeMilliseconds();

    public string Name => "show_seats";

    /// <exception cref="FormatException">The event is one of a show, and its stream is none.</exception>
    public ReadModelRow? Project(RecordedEvent recorded) => recorded.Type switch
    {
        nameof(SeatReserved) => Row(recorded, 1),
        nameof(ReservationCancelled) => Row(recorded, -1),
        _ => null,
    };

    private static ReadModelRow Row(RecordedEvent recorded, long seats) =>
        ReadModelRow.Of(recorded, ShowStreams.ShowOf(recorded.Stream), seats, SentAt(recorded));

    // The events of shows hold no time: that of the request is in the id which its sender made just before.
    private static DateTimeOffset SentAt(RecordedEvent recorded)
    {
        if (recorded.Id.Version != 7)
            return recorded.RecordedAt;

        // A UUID of version 7 begins with 48 bits of milliseconds since 1970 (RFC 9562).
        Span<byte> bytes = stackalloc byte[16];
        recorded.Id.TryWriteBytes(bytes, bigEndian: true, out _);
        var milliseconds = (long)(BinaryPrimitives.ReadUInt64BigEndian(bytes) >> 16);
        return milliseconds <= LastMillisecond ? DateTimeOffset.FromUnixTimeMilliseconds(milliseconds) : recorded.RecordedAt;
    }
}
