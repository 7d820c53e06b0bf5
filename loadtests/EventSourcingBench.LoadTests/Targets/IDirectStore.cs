using EventSourcingBench.Abstractions;

namespace EventSourcingBench.LoadTests;

/// <summary>A store in the generator's own process.</summary>
internal interface IDirectStore
{
    /// <summary>The store as the last reset has opened it.</summary>
    IStore Store { get; }

    /// <summary>Its server; null for an embedded store.</summary>
    ProvisionedServer? Server { get; }

    /// <summary>Opens it once more, on an empty namespace, so that it can be closed and opened again on its data.</summary>
    /// <param name="cancellationToken">Ends the opening.</param>
    /// <exception cref="StoreUnavailableException">It could not be opened.</exception>
    Task<KeptStore> OpenKeptAsync(CancellationToken cancellationToken);

    /// <summary>The server is not what it was: the next reset takes a new one.</summary>
    void SpoilServer();
}
