namespace EventSourcingBench.Domain.Reservations;

/// <summary>Events of shows, and their snapshots, as stores keep them.</summary>
public static class ReservationEvents
{
    public static EventData ToEventData(Guid id, ReservationEvent happened) =>
        StoredEvent.Write(id, happened, ReservationJson.Default.GetTypeInfo(happened.GetType())!, EventMetadata.Of(id));

    public static EventData ToEventData(Guid id, ShowSnapshot snapshot) =>
        StoredEvent.Write(id, snapshot, ReservationJson.Default.ShowSnapshot);

    /// <exception cref="ForeignEventException">It is no snapshot of a show.</exception>
    public static ShowSnapshot ReadSnapshot(RecordedEvent recorded)
    {
        var snapshot = StoredEvent.Read(recorded, ReservationJson.Default.ShowSnapshot);
        return snapshot.Version is >= 0 and < long.MaxValue ? snapshot
            : throw new ForeignEventException(recorded.Id, $"is a snapshot of version {snapshot.Version}, which no show has.");
    }

    /// <exception cref="ForeignEventException">It is of another type, or its data is not that of its type.</exception>
    public static ReservationEvent Read(Guid id, string type, ReadOnlySpan<byte> data) => type switch
    {
        nameof(ShowCreated) => StoredEvent.Read(id, type, data, ReservationJson.Default.ShowCreated),
        nameof(SeatReserved) => StoredEvent.Read(id, type, data, ReservationJson.Default.SeatReserved),
        nameof(ReservationCancelled) => StoredEvent.Read(id, type, data, ReservationJson.Default.ReservationCancelled),
        _ => throw new ForeignEventException(id, $"has the type {type}, not one of shows."),
    };
}

/// <summary>How events of shows are written as JSON: camelCase, every member required, none null, none twice.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true, AllowDuplicateProperties = false)]
[JsonSerializable(typeof(ShowCreated))]
[JsonSerializable(typeof(SeatReserved))]
[JsonSerializable(typeof(ReservationCancelled))]
[JsonSerializable(typeof(ShowSnapshot))]
public sealed partial class ReservationJson : JsonSerializerContext;

/// <summary>Something that happened to a show; its stream says to which.</summary>
public abstract record ReservationEvent
{
    private protected ReservationEvent() { }
}

/// <summary>There is a show with seats 1 to this number.</summary>
public sealed record ShowCreated(int Seats) : ReservationEvent;

/// <summary>A seat, by its number from 1, was reserved.</summary>
public sealed record SeatReserved(int Seat) : ReservationEvent;

public sealed record ReservationCancelled(int Seat) : ReservationEvent;

/// <summary>A show that was kept, so that a reader folds only the events after it. It is an event of a separate stream.</summary>
/// <param name="Version">The version of the show's stream that it stands for, 1 or more.</param>
/// <param name="Created">The identity of the event that created the show.</param>
public sealed record ShowSnapshot(long Version, Guid Created, IReadOnlyList<SeatSnapshot> Seats);

/// <summary>A seat in a <see cref="ShowSnapshot"/>, with its last reservation and cancellation; empty where it had none.</summary>
public readonly record struct SeatSnapshot(Guid Reserved, Guid Cancelled, bool IsTaken);

public static class ShowStreams
{
    private const string Prefix = "show-";

    /// <summary>The stream of a show: <c>show-s1</c>.</summary>
    public static StreamId Of(string show) => new(Prefix + show);

    /// <summary>The id of the show whose stream it is.</summary>
    /// <exception cref="FormatException">It is no stream of a show.</exception>
    public static string ShowOf(StreamId stream) => stream.Value.StartsWith(Prefix, StringComparison.Ordinal)
        ? stream.Value[Prefix.Length..] : throw new FormatException($"{stream.Value} is no stream of a show.");
}
