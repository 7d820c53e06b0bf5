namespace EventSourcingBench.Abstractions;

/// <summary>How a store that a plug-in offers is opened. What it is stands in <c>plugin.json</c>.</summary>
public sealed record StoreDefinition
{
    /// <summary>The name that users say: lower-case letters, digits and <c>-</c>.</summary>
    public required string Name { get; init; }

    /// <summary>
    /// Whether its server can be several nodes that each keep the events, so that a suite may ask for 1, 3 or 5 of them.
    /// Default: false.
    /// </summary>
    public bool Replicated { get; init; }

    /// <summary>The options that it takes. An option that is not here is an error.</summary>
    public IReadOnlyList<StoreOption> Options { get; init; } = [];

    /// <summary>
    /// Opens the store: connects, and makes its schema in <see cref="StoreContext.Namespace"/>. Throws
    /// <see cref="StoreUnavailableException"/> within five seconds when the server cannot be reached or refuses.
    /// </summary>
    public required Func<StoreContext, CancellationToken, Task<IStore>> OpenAsync { get; init; }
}
