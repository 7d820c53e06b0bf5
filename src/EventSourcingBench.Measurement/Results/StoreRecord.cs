namespace EventSourcingBench.Measurement.Results;

/// <summary>A store that was run, as it described itself.</summary>
/// <param name="Durability"><c>volatile</c>, <c>buffered</c>, <c>fsync</c> or <c>replicated</c>.</param>
/// <param name="ServerOrigin">Where its server came from: <c>embedded</c>, <c>environment</c>, a binary's path, an image's digest.</param>
/// <param name="UseOf">The store's own name, where the record stands for one of several ways in which it was used; else null.</param>
/// <param name="Reads">What it promises of its reads: <c>linearizable</c>, <c>session</c> or <c>eventual</c>; null in old records.</param>
/// <param name="Profile">The profile that set its options: <c>conventional</c> or <c>tuned</c>; null where it has none.</param>
/// <param name="ProfileOf">What the records of its two profiles have in common: the name without the profile's; else null.</param>
/// <param name="Container">The container that its server ran in; null where it ran in none that was started for the run.</param>
public sealed record StoreRecord(
    string Name, string Summary, string ServerVersion, string ClientVersion, string Durability, string DurabilityReason,
    string Mechanism, string ServerOrigin, string? UseOf = null, string? Reads = null, ContainerRecord? Container = null,
    string? Profile = null, string? ProfileOf = null)
{
    /// <summary>The name of the record that was run a second time in each block under this one's (A/A): the two differ by noise only, and
    /// this one is never ranked. Null for others.</summary>
    public string? RepeatOf { get; init; }

    /// <summary>Options that were given or are in force by default.</summary>
    public IReadOnlyDictionary<string, string> Options { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Settings in force; the key is followed by <c> (client)</c> where the client sets it.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}

/// <param name="Image">The image as it was asked for, with its tag.</param>
/// <param name="ImageId">The digest of the image's configuration.</param>
/// <param name="ImageDigest">The registry's digest, such as <c>server@sha256:…</c>; null for an image that came from no registry.</param>
/// <param name="Cpus">The processor time limit, in cores; null without a limit.</param>
/// <param name="MemoryBytes">The memory limit, bytes; null without a limit.</param>
/// <param name="DataFileSystem">The file system of the volume with its data; null where the image could not tell.</param>
public sealed record ContainerRecord(
    string Image, string ImageId, string? ImageDigest = null, double? Cpus = null, long? MemoryBytes = null, string? DataFileSystem = null);

/// <summary>What an acknowledgement is worth: <c>volatile</c>, <c>buffered</c>, <c>fsync</c> or <c>replicated</c>, and why.</summary>
public sealed record DurabilityRecord(string Tier, string Reason)
{
    private static readonly string[] WeakestFirst = ["volatile", "buffered", "fsync", "replicated"];

    /// <summary>Whether this tier promises less than another; a tier with an unknown name promises least.</summary>
    public bool IsWeakerThan(string tier) => Array.IndexOf(WeakestFirst, Tier) < Array.IndexOf(WeakestFirst, tier);
}

/// <summary>A store, an engine or a provisioner that could not run, why in one sentence, and what to install or set.</summary>
public sealed record UnavailableRecord(string Name, string Reason, string Fix);
