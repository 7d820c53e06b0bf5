namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>What <see cref="RebuildProbe"/> does.</summary>
public sealed record RebuildProbeOptions
{
    /// <summary>The store.</summary>
    public required StoreDefinition Store { get; init; }

    /// <summary>What it is opened with; its namespace is one that nothing else uses.</summary>
    public required StoreContext Context { get; init; }

    /// <summary>Events to rebuild from. Default: 1,000,000.</summary>
    public int Events { get; init; } = 1_000_000;

    /// <summary>Currencies that the events are spread over. Default: 100.</summary>
    public int Streams { get; init; } = 100;

    /// <summary>Gets lines of progress. Default: none.</summary>
    public Action<string>? OnProgress { get; init; }
}
