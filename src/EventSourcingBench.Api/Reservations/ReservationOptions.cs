namespace EventSourcingBench.Api.Reservations;

public sealed record ReservationOptions
{
    public ReservationStrategy Strategy { get; init; } = ReservationStrategy.Optimistic;

    /// <summary>The number of attempts before a version conflict is reported, 1 or more. Default: 5, as published.</summary>
    public int MaxAttempts { get; init; } = 5;

    /// <summary>Events between two snapshots, 1 or more. Default: 50.</summary>
    public int SnapshotEvery { get; init; } = 50;

    /// <summary>The time without a command after which a show leaves memory. Default: 10 s.</summary>
    public TimeSpan IdleTime { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The most shows in memory, briefly a tenth more; the least recently used leave first. 1 or more, default: 20,000.</summary>
    public int MaxActive { get; init; } = 20_000;
}
