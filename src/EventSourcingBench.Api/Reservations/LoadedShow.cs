using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>A show and the version of its stream that it was folded to.</summary>
/// <param name="Show">The show; without seats where there is none.</param>
/// <param name="Version">0 where there is none.</param>
public readonly record struct LoadedShow(Show Show, long Version);
