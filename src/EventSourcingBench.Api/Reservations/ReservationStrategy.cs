namespace EventSourcingBench.Api.Reservations;

/// <summary>A strategy of the command side of shows: built-in or from a plug-in.</summary>
public sealed record ReservationStrategy(string Name, bool IsPlugin = false)
{
    /// <summary>Load, decide, append with the expected version; retry after a version conflict.</summary>
    public static ReservationStrategy Optimistic { get; } = new("optimistic");

    /// <summary>One mailbox per show with its state in memory; waiting commands are appended together.</summary>
    public static ReservationStrategy SingleWriter { get; } = new("single-writer");

    public static ReservationStrategy Snapshot { get; } = new("snapshot");

    public override string ToString() => Name;
}

public static class ReservationStrategies
{
    // From the manifests of the plug-ins, which exist before the plug-ins are built.
    private static readonly Lazy<IReadOnlyList<ReservationStrategy>> Plugged = new(() =>
        [
            .. new PluginLocator().Find(PluginKind.CommandSide, [])
                .SelectMany(p => p.Manifest.Offers, (_, o) => new ReservationStrategy(o.Name, IsPlugin: true)),
        ]);

    public static IReadOnlyList<ReservationStrategy> Own { get; } =
        [ReservationStrategy.Optimistic, ReservationStrategy.SingleWriter, ReservationStrategy.Snapshot];

    /// <summary>The names of the built-in strategies, then of plug-ins, available or not.</summary>
    public static IReadOnlyList<string> Names => [.. Own.Concat(Plugged.Value).Select(s => s.Name)];

    public static ReservationStrategy? Find(string name) => Own.Concat(Plugged.Value).FirstOrDefault(s => s.Name == name);
}

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
