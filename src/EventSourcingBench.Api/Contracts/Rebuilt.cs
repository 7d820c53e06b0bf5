namespace EventSourcingBench.Api.Contracts;

/// <summary>The result of a rebuild.</summary>
/// <param name="Events">The number of events replayed into rows.</param>
/// <param name="Elapsed">The time from the request to the last save.</param>
/// <param name="EventsPerSecond">Events divided by time; 0 if there were no events.</param>
public sealed record Rebuilt(long Events, TimeSpan Elapsed, double EventsPerSecond);
