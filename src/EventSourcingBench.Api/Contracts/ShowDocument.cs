namespace EventSourcingBench.Api.Contracts;

/// <summary>The current state of a show in the store.</summary>
/// <param name="Show">Its id.</param>
/// <param name="Seats">The number of seats.</param>
/// <param name="Taken">The reserved seats, in order.</param>
/// <param name="Version">The number of events.</param>
public sealed record ShowDocument(string Show, int Seats, IReadOnlyList<int> Taken, long Version);
