namespace EventSourcingBench.Measurement.Results;

/// <summary>What an event cost: totals of the measured time, reads included, over the events that were appended in it. A fact that is kept
/// in several streams is one event. Null where something was not counted; docs/cost.md says what counts for each store.</summary>
/// <param name="Events">Events that were acknowledged in the measured time.</param>
/// <param name="ClientCpu">CPU of the generators, microseconds; of an embedded store without API too.</param>
/// <param name="ApiCpu">CPU of the API, microseconds.</param>
/// <param name="ServerCpu">CPU of the store's server, microseconds.</param>
/// <param name="WrittenBytes">Bytes written to files by the store's or its server's own account, else what Linux counts for the processes
/// with the data.</param>
/// <param name="ForcedWrites">How often files were forced to disk.</param>
/// <param name="EventsPerCommit">How many events shared a commit.</param>
/// <param name="RoundTrips">Requests that the server received by its own account, else TCP segments with data.</param>
/// <param name="NetworkBytes">Bytes between the server and its clients.</param>
/// <param name="AllocatedBytes">Managed memory that the API allocated, bytes.</param>
/// <param name="MoneyPerMillion">What the CPU of API and server costs for a million events, in the currency of the price.</param>
/// <param name="Price">The price as it was given: <c>0.04/cpu-hour</c>.</param>
/// <param name="Priced">Whose CPU that is: <c>API and server</c>, <c>API</c> or <c>server</c>.</param>
public sealed record CostRecord(
    long Events, double? ClientCpu = null, double? ApiCpu = null, double? ServerCpu = null, double? WrittenBytes = null,
    double? ForcedWrites = null, double? EventsPerCommit = null, double? RoundTrips = null, double? NetworkBytes = null,
    double? AllocatedBytes = null, double? MoneyPerMillion = null, string? Price = null, string? Priced = null)
{
    /// <summary>Its name in the record of a step.</summary>
    public const string Name = "cost";
}
