namespace EventSourcingBench.Api;

/// <summary>A read model was emptied and made again.</summary>
/// <param name="Events">How many events were replayed into rows.</param>
/// <param name="Elapsed">From the order to the last save.</param>
/// <param name="EventsPerSecond">Their quotient; 0 when there was no event.</param>
public sealed record Rebuilt(long Events, TimeSpan Elapsed, double EventsPerSecond);
