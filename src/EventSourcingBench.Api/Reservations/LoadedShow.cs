namespace EventSourcingBench.Api.Reservations;

/// <summary>A show and its stream's version.</summary>
/// <param name="Show">The show; without seats if it does not exist.</param>
/// <param name="Version">0 if it does not exist.</param>
public readonly record struct LoadedShow(Show Show, long Version);
