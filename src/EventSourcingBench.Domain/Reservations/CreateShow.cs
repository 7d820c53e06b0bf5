using System.Text.Json.Serialization;

namespace EventSourcingBench.Domain.Reservations;

/// <summary>The order to create a show.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record CreateShow
{
    /// <summary>Its id: 1 to 60 letters, digits, <c>-</c> and <c>_</c>.</summary>
    public required string Show { get; init; }

    /// <summary>How many seats it has, 1 to 10,000.</summary>
    public required int Seats { get; init; }
}
