namespace EventSourcingBench.Api;

/// <summary>A show as it is in the store.</summary>
/// <param name="Show">Its id.</param>
/// <param name="Seats">How many seats it has.</param>
/// <param name="Taken">Those that are reserved, in order.</param>
/// <param name="Version">How many events it has.</param>
public sealed record ShowDocument(string Show, int Seats, IReadOnlyList<int> Taken, long Version);
