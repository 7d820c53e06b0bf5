using EventSourcingBench.Abstractions;

namespace EventSourcingBench.LoadTests;

/// <summary>A store in the generator's own process.</summary>
internal interface IDirectStore
{
    /// <summary>The store as the last reset has opened it.</summary>
    IStore Store { get; }

    /// <summary>Its server; null for an embedded store.</summary>
    ProvisionedServer? Server { get; }

    /// <summary>The server is not what it was: the next reset takes a new one.</summary>
    void SpoilServer();
}
