namespace EventSourcingBench.Abstractions;

/// <summary>What the host gives a store to open with.</summary>
public sealed record StoreContext
{
    /// <summary>
    /// Keeps this run's data apart from every other's on the same server: 1 to 40 lower-case letters, digits and
    /// <c>_</c>, starting with a letter; a schema or database name, or a prefix.
    /// </summary>
    public required string Namespace { get; init; }

    /// <summary>An existing folder for this store alone. The host removes it unless <see cref="KeepData"/> is set.</summary>
    public required string DataFolder { get; init; }

    /// <summary>How to reach the server that the store asked for; null for an embedded store.</summary>
    public string? ConnectionString { get; init; }

    /// <summary>The options, complete (defaults filled in) and checked.</summary>
    public required StoreOptions Options { get; init; }

    /// <summary>True when the data must outlive the store. Default: false.</summary>
    public bool KeepData { get; init; }

    /// <summary>The clock. Default: the system's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}
