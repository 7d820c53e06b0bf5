namespace EventSourcingBench.Api;

/// <summary>How the command side of shows is run.</summary>
public sealed record ReservationOptions
{
    /// <summary>Which way. Default: optimistic.</summary>
    public ReservationStrategy Strategy { get; init; }

    /// <summary>How often an append is tried before a lost race is told, 1 or more. Default: 5, as published.</summary>
    public int MaxTries { get; init; } = 5;

    /// <summary>Events between two snapshots, 1 or more. Default: 50.</summary>
    public int SnapshotEvery { get; init; } = 50;

    /// <summary>A show that got no command for this long is put out of memory. Default: 10 s.</summary>
    public TimeSpan IdleTime { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The most commands of a show that are appended together, 1 or more. Default: 100.</summary>
    public int MaxBatch { get; init; } = 100;
}
