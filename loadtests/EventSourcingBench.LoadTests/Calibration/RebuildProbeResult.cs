namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>How fast a read model is rebuilt from stored events.</summary>
public sealed record RebuildProbeResult
{
    /// <summary>Events in the store.</summary>
    public required int Events { get; init; }

    /// <summary>Time of the rebuild.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>Events a second; the bar on <c>postgres</c> is 40,000.</summary>
    public double EventsPerSecond => Events / Elapsed.TotalSeconds;

    /// <summary>Resident memory of this process when the rebuild began, bytes.</summary>
    public required long StartBytes { get; init; }

    /// <summary>The greatest resident memory in the first tenth of the rebuild's time, bytes.</summary>
    public required long EarlyPeakBytes { get; init; }

    /// <summary>The greatest resident memory of the whole rebuild, bytes: flat when it is near the early one.</summary>
    public required long PeakBytes { get; init; }

    /// <summary>Time to append the events before, which is preparation.</summary>
    public required TimeSpan Preparation { get; init; }
}
