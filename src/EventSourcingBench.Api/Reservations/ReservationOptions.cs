namespace EventSourcingBench.Api;

/// <summary>How the command side of shows is run.</summary>
public sealed record ReservationOptions
{
    /// <summary>The least <see cref="IdleTime"/>.</summary>
    public static readonly TimeSpan LeastIdleTime = TimeSpan.FromMilliseconds(10);

    /// <summary>The greatest <see cref="IdleTime"/>.</summary>
    public static readonly TimeSpan MostIdleTime = TimeSpan.FromHours(24);

    /// <summary>Which way. Default: optimistic.</summary>
    public ReservationStrategy Strategy { get; init; } = ReservationStrategy.Optimistic;

    /// <summary>How often an append is tried before its version conflict is reported, 1 or more. Default: 5, as published.</summary>
    public int MaxTries { get; init; } = 5;

    /// <summary>Events between two snapshots, 1 or more. Default: 50.</summary>
    public int SnapshotEvery { get; init; } = 50;

    /// <summary>A show that got no command for this long is put out of memory. Default: 10 s.</summary>
    public TimeSpan IdleTime { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// How many shows are kept in memory, 1 or more; those whose last command is longest ago are put out for others. For a moment there may
    /// be a tenth more. Default: 20,000.
    /// </summary>
    public int MaxActive { get; init; } = 20_000;

    /// <summary>The most commands of a show that are appended together, 1 or more. Default: 100.</summary>
    public int MaxBatch { get; init; } = 100;
}
