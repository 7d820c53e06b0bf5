namespace EventSourcingBench.Abstractions;

/// <summary>The one class of a store plug-in that the host looks for: public, with a constructor without parameters. Its assembly has a
/// <c>plugin.json</c> beside it that names the same stores and servers, and says what they are, so that they can be listed when the plug-in
/// is not built.</summary>
public interface IStorePlugin
{
    /// <summary>The stores that it offers, one or more.</summary>
    IReadOnlyList<StoreDefinition> Stores { get; }

    /// <summary>The kinds of servers that it knows how to start, for its own stores and those of other plug-ins. Two plug-ins may bring the
    /// same kind: one that is built serves both. Default: none.</summary>
    IReadOnlyList<ServerKind> Servers => [];
}

/// <summary>How a store that a plug-in offers is opened. What it is stands in <c>plugin.json</c>.</summary>
public sealed record StoreDefinition
{
    /// <summary>The name that users say: lower-case letters, digits and <c>-</c>.</summary>
    public required string Name { get; init; }

    /// <summary>Whether its server can be several nodes that each keep the events: a suite may ask for 3 or 5. Default: false.</summary>
    public bool Replicated { get; init; }

    /// <summary>The options that it takes. An option that is not here is an error.</summary>
    public IReadOnlyList<StoreOption> Options { get; init; } = [];

    /// <summary>Opens the store: connects, and makes its schema in <see cref="StoreContext.Namespace"/>. Throws
    /// <see cref="StoreUnavailableException"/> within five seconds when the server cannot be reached or refuses.</summary>
    public required Func<StoreContext, CancellationToken, Task<IStore>> OpenAsync { get; init; }
}

/// <summary>What the host gives a store to open with.</summary>
public sealed record StoreContext
{
    /// <summary>Keeps this run's data apart from every other's on the same server: 1 to 40 lower-case letters, digits and <c>_</c>,
    /// starting with a letter; a schema or database name, or a prefix.</summary>
    public required string Namespace { get; init; }

    /// <summary>An existing folder for this store alone. The host removes it unless <see cref="KeepData"/> is set.</summary>
    public required string DataFolder { get; init; }

    /// <summary>How to reach the server that the store asked for; null for an embedded store.</summary>
    public string? ConnectionString { get; init; }

    /// <summary>The options, complete (defaults filled in) and checked.</summary>
    public required StoreOptions Options { get; init; }

    /// <summary>True when the data must outlive the store. Default: false.</summary>
    public bool KeepData { get; init; }

    /// <summary>True when the data is this opening's also where it was there before, as after a kill of the process that made it. Default:
    /// false.</summary>
    public bool OwnsData { get; init; }

    /// <summary>Whether closing removes the data on a server. What opening found there is another's, unless <see cref="OwnsData"/> is set.
    /// </summary>
    public bool RemovesData(bool isNew) => !KeepData && (isNew || OwnsData);

    public TimeProvider Time { get; init; } = TimeProvider.System;
}

/// <summary>How the suites use a store. A suite says which models it asks.</summary>
public enum StoreModel
{
    Streams = 0, // One in an append: IStore.Events.
    Aggregates = 1, // Several streams in one transaction: IStore.Events and IStore.MultiStream.
    Dcb = 2, // Dynamic consistency boundaries: IStore.Dcb.
}
