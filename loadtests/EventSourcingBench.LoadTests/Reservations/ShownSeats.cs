namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>A show as the store's reader tells it.</summary>
/// <param name="Version">How many events it has.</param>
/// <param name="Taken">The seats that are reserved, in order.</param>
internal readonly record struct ShownSeats(long Version, IReadOnlyList<int> Taken);
