namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>The shares of the operations in a mix; together 1.</summary>
internal sealed record Mix(string Name, params IReadOnlyList<(MixedKind Kind, double Share)> Shares)
{
    /// <summary>A typical event-sourced service, and the workloads A to F of YCSB (Cooper et al., "Benchmarking Cloud Serving Systems with
    /// YCSB", SoCC 2010) with streams for records: an update is an append at any version, a read-modify-write an append at the version that
    /// was loaded, an insert a new stream, a scan a read of a part of a stream.</summary>
    public static IReadOnlyList<Mix> All { get; } =
    [
        new("service", (MixedKind.Update, 0.8), (MixedKind.Load, 0.15), (MixedKind.Create, 0.05)),
        new("ycsb-a", (MixedKind.Load, 0.5), (MixedKind.Append, 0.5)),
        new("ycsb-b", (MixedKind.Load, 0.95), (MixedKind.Append, 0.05)),
        new("ycsb-c", (MixedKind.Load, 1)),
        new("ycsb-d", (MixedKind.LoadLatest, 0.95), (MixedKind.Create, 0.05)),
        new("ycsb-e", (MixedKind.Scan, 0.95), (MixedKind.Create, 0.05)),
        new("ycsb-f", (MixedKind.Load, 0.5), (MixedKind.Update, 0.5)),
    ];

    /// <summary>The operation at a place between 0 and 1.</summary>
    public MixedKind At(double place)
    {
        foreach (var (kind, share) in Shares)
        {
            if ((place -= share) < 0)
                return kind;
        }

        return Shares[^1].Kind;
    }
}

/// <summary>Load reads a whole stream and folds it, LoadLatest one that was created shortly before, and Scan a part of a stream. Append
/// appends at any version, Update at the version that it has loaded; Create appends the first event of a new stream.</summary>
internal enum MixedKind
{
    Load = 0,
    LoadLatest = 1,
    Scan = 2,
    Append = 3,
    Update = 4,
    Create = 5,
}
