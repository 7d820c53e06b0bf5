namespace EventSourcingBench.Measurement.Results;

/// <summary>What an event cost: totals of the measured time, reads included, over the events that were appended in it. Null where something
/// was not counted. docs/cost.md says what each counts for each store; <c>MoneyPerMillion</c> is for a million events.</summary>
public sealed record CostRecord(
    long Events, double? ClientCpuMicroseconds = null, double? ApiCpuMicroseconds = null, double? ServerCpuMicroseconds = null,
    double? WrittenBytes = null, double? ForcedWrites = null, double? EventsPerCommit = null, double? RoundTrips = null,
    double? NetworkBytes = null, double? AllocatedBytes = null, double? MoneyPerMillion = null, string? Price = null,
    string? PricedCpu = null)
{
    public const string Name = "cost";

    /// <summary>What follows the number of a price.</summary>
    public const string PriceUnit = "/cpu-hour";

    /// <summary>The same with the CPU of API and server, as far as it is known, at a price of an hour; null for none.</summary>
    public CostRecord WithPrice(double? price) => price is null || (ApiCpuMicroseconds ?? ServerCpuMicroseconds) is null ? this : this with
    {
        // Microseconds for an event are seconds for a million.
        MoneyPerMillion = ((ApiCpuMicroseconds ?? 0) + (ServerCpuMicroseconds ?? 0)) / TimeSpan.SecondsPerHour * price,
        Price = string.Create(CultureInfo.InvariantCulture, $"{price}{PriceUnit}"),
        PricedCpu = ServerCpuMicroseconds is null ? "API" : ApiCpuMicroseconds is null ? "server" : "API and server",
    };
}
