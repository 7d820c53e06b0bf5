namespace EventSourcingBench.Measurement.Load;

/// <summary>
/// How load is made. Closed model: a number of copies, each sending its next request when the last one is answered.
/// Open model: a rate, kept whatever the store does; requests are sent late, never skipped, and the lateness counts.
/// </summary>
public sealed record LoadSimulation
{
    /// <summary>Copies at full load; null in the open model.</summary>
    public int? Copies { get; init; }

    /// <summary>Requests a second at full load; null in the closed model.</summary>
    public double? Rate { get; init; }

    /// <summary>True when load rises evenly from nothing to the full value over <see cref="Duration"/>.</summary>
    public bool Ramp { get; init; }

    /// <summary>Time before the measured time, at full load; its requests are not recorded and its backlog is drained.</summary>
    public required TimeSpan WarmUp { get; init; }

    /// <summary>The measured time.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>
    /// The most requests that may be under way at once: the copies in the closed model; in the open model what
    /// is due beyond it waits, and the wait counts. Default there: 256.
    /// </summary>
    public int MaxInFlight { get; init; } = 256;

    /// <summary>How many workers an engine may number.</summary>
    public int MaxWorkers => Copies ?? MaxInFlight;
}
