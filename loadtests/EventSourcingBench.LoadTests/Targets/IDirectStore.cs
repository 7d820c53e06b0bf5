namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A store in the generator's own process.</summary>
internal interface IDirectStore : IBulkTarget
{
    /// <summary>The store as the last reset has opened it.</summary>
    IStore Store { get; }

    /// <summary>Opens it once more, on an empty namespace, so that it can be closed and opened again on its data.</summary>
    /// <exception cref="StoreUnavailableException">It could not be opened.</exception>
    Task<KeptStore> OpenKeptAsync(CancellationToken cancellationToken);
}
