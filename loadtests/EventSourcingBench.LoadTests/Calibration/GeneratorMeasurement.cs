namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>What the generator can do on this machine, beside <c>wrk</c>.</summary>
internal sealed record GeneratorMeasurement
{
    /// <summary>The least share of wrk's requests a second that a generator must reach.</summary>
    public const double LeastRatio = 0.5;

    /// <summary>The most that may be allocated for a request, bytes.</summary>
    public const double MostBytesPerRequest = 3 * 1024;

    /// <summary>Connections of both.</summary>
    public required int Connections { get; init; }

    /// <summary>Requests a second of the built-in engine, round by round.</summary>
    public required IReadOnlyList<double> EngineRounds { get; init; }

    /// <summary>Requests a second of wrk, round by round; empty where there is none.</summary>
    public required IReadOnlyList<double> WrkRounds { get; init; }

    /// <summary>Why wrk could not be measured; null where it was.</summary>
    public Unavailable? WrkUnavailable { get; init; }

    /// <summary>Bytes that the generator's process allocates for a request, everything included.</summary>
    public required double BytesPerRequest { get; init; }

    /// <summary>Bytes that recording 100,000 samples allocates.</summary>
    public required long BytesOfRecording { get; init; }

    /// <summary>Requests that failed; the rates count successes only.</summary>
    public required long Failures { get; init; }

    /// <summary>Median of the engine's rounds.</summary>
    public double EngineRate => Median(EngineRounds);

    /// <summary>Median of wrk's rounds; null where there is none.</summary>
    public double? WrkRate => WrkRounds.Count == 0 ? null : Median(WrkRounds);

    /// <summary>The engine's rate as a share of wrk's; null where that is not known.</summary>
    public double? Ratio => EngineRate / WrkRate;

    /// <summary>Whether all bars are met; null while wrk is not there to compare with.</summary>
    public bool? Passed => Ratio is { } ratio
        ? ratio >= LeastRatio && BytesPerRequest <= MostBytesPerRequest && BytesOfRecording == 0 && Failures == 0
        : null;

    private static double Median(IReadOnlyList<double> values)
    {
        var sorted = values.Order().ToArray();
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
