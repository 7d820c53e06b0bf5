namespace EventSourcingBench.Hosting;

/// <summary>The flags of the members that are started here; what is not said is etcd's own default, its durability above all.</summary>
internal static class EtcdSettings
{
    /// <summary>Flags and values in turn.</summary>
    public static IReadOnlyList<string> Flags { get; } =
    [
        // The most streams that one bulk append may have.
        "--max-txn-ops", "10000",

        // A record of the log may have 10 MB: a larger one is written, and then cannot be read at a restart.
        "--max-request-bytes", "8388608",

        // 2 GiB without a word, after which it takes no writes.
        "--quota-backend-bytes", "17179869184",

        // The newest entries of the log stay in memory until the next snapshot; 100,000 large ones would not fit.
        "--snapshot-count", "10000",

        // What earlier steps' stores deleted is given back.
        "--auto-compaction-mode", "revision",
        "--auto-compaction-retention", "1000",
    ];
}
