namespace EventSourcingBench.Api;

/// <summary>A store was filled.</summary>
/// <param name="Events">How many events were appended; with aggregates a joining is two.</param>
public sealed record PreloadedEnrolments(long Events);
