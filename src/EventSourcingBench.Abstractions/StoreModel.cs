namespace EventSourcingBench.Abstractions;

/// <summary>How the suites use a store. A suite says which models it asks.</summary>
public enum StoreModel
{
    /// <summary>Streams, one in an append: <see cref="IStore.Events"/>.</summary>
    Streams = 0,

    /// <summary>Aggregates, several streams in one transaction: <see cref="IStore.Events"/> and <see cref="IStore.MultiStream"/>.</summary>
    Aggregates = 1,

    /// <summary>Dynamic consistency boundaries: <see cref="IStore.Dcb"/>.</summary>
    Dcb = 2,
}
