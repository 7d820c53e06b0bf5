namespace EventSourcingBench.Measurement.Results;

/// <summary>The search for the highest rate whose response times stay within a bound.</summary>
public sealed record SloSearchRecord
{
    /// <summary>The bound.</summary>
    public required SloRecord Slo { get; init; }

    /// <summary>The highest rate that held, requests a second; null where none did.</summary>
    public double? Rate { get; init; }

    /// <summary>The rates that were tried, in that order.</summary>
    public required IReadOnlyList<SloProbe> Probes { get; init; }
}
