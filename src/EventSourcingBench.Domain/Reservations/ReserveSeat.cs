using System.Text.Json.Serialization;

namespace EventSourcingBench.Domain.Reservations;

/// <summary>The order to reserve a seat of a show.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record ReserveSeat
{
    /// <summary>Its number, 1 to as many as the show has.</summary>
    public required int Seat { get; init; }
}
