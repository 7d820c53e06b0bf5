namespace EventSourcingBench.Measurement.Results;

/// <summary>A store that was run, as it described itself.</summary>
public sealed record StoreRecord
{
    /// <summary>Its name.</summary>
    public required string Name { get; init; }

    /// <summary>The store's own name, where the record stands for one of several ways in which it was used; else null.</summary>
    public string? UseOf { get; init; }

    /// <summary>One line: what it is.</summary>
    public required string Summary { get; init; }

    /// <summary>Product and version of the server or embedded engine.</summary>
    public required string ServerVersion { get; init; }

    /// <summary>Client library and version.</summary>
    public required string ClientVersion { get; init; }

    /// <summary><c>volatile</c>, <c>buffered</c>, <c>fsync</c> or <c>replicated</c>.</summary>
    public required string Durability { get; init; }

    /// <summary>Why it is that tier.</summary>
    public required string DurabilityReason { get; init; }

    /// <summary>
    /// What it promises of its reads: <c>linearizable</c>, <c>session</c> or <c>eventual</c>; null in records that do not say.
    /// </summary>
    public string? Reads { get; init; }

    /// <summary>How it appends, subscribes and projects.</summary>
    public required string Mechanism { get; init; }

    /// <summary>Where its server came from: <c>embedded</c>, <c>environment</c>, a binary's path, an image's digest.</summary>
    public required string ServerOrigin { get; init; }

    /// <summary>The container that its server ran in; null where it ran in none that was started for the run.</summary>
    public ContainerRecord? Container { get; init; }

    /// <summary>Options that were given or are in force by default.</summary>
    public IReadOnlyDictionary<string, string> Options { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Settings in force; the key is followed by <c> (client)</c> where the client sets it.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}
