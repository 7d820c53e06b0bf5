namespace EventSourcingBench.Abstractions;

/// <summary>A setting that is in force.</summary>
/// <param name="Name">Its name in the store's own words (<c>synchronous_commit</c>).</param>
/// <param name="Value">Its value.</param>
/// <param name="FromServer">True when it was read from the server, false when the client sets it.</param>
public sealed record EffectiveSetting(string Name, string Value, bool FromServer = true);
