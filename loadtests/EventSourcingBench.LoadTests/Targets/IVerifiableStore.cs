namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A store that can be read back through the process that made the load, and by another one.</summary>
internal interface IVerifiableStore
{
    /// <summary>What the store promises, as it is after the last reset.</summary>
    StoreCapabilities Capabilities { get; }

    /// <summary>What it promises of its reads.</summary>
    ReadConsistency Reads { get; }

    /// <summary>Reads back what verification needs.</summary>
    IReadBack ReadBack();

    /// <summary>Why <see cref="ReopenAsync"/> cannot kill what holds the data; null where it can.</summary>
    string? WhyNotKilled { get; }

    /// <summary>
    /// Has another process open the store on the data of the load: an embedded store is closed before, or its process is killed; the
    /// server of another one is read as it is. It lasts until
    /// <see cref="EndReopenedAsync"/>; an embedded store cannot be asked until the next reset.
    /// </summary>
    /// <exception cref="StoreFailureException">It cannot be opened; the message says why.</exception>
    Task<ReopenedStore> ReopenAsync(IProjection? projection, bool kill, CancellationToken cancellationToken);

    /// <summary>Ends the other process, if there is one.</summary>
    ValueTask EndReopenedAsync();
}
