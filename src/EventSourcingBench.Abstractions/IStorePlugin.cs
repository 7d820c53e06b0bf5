namespace EventSourcingBench.Abstractions;

/// <summary>
/// The one class of a store plug-in that the host looks for: public, with a constructor without parameters. Its
/// assembly has a <c>plugin.json</c> beside it that names the same stores and servers, and says what they are, so that
/// they can be listed when the plug-in is not built.
/// </summary>
public interface IStorePlugin
{
    /// <summary>The stores that it offers, one or more.</summary>
    IReadOnlyList<StoreDefinition> Stores { get; }

    /// <summary>
    /// The kinds of servers that it knows how to start, for its own stores and those of other plug-ins. Two plug-ins may bring the
    /// same kind: one that is built serves both. Default: none.
    /// </summary>
    IReadOnlyList<ServerKind> Servers => [];
}
