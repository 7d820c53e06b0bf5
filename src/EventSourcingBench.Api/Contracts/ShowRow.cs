namespace EventSourcingBench.Api;

/// <summary>One row of the read model of shows.</summary>
/// <param name="EventId">The event that the row comes from.</param>
/// <param name="Show">The show's id.</param>
/// <param name="Seats">What it adds to the seats that are taken: 1 for a reservation, -1 for a cancellation.</param>
public sealed record ShowRow(Guid EventId, string Show, long Seats);
