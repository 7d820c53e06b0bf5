namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>A store under test that takes bulk appends, with its server.</summary>
internal interface IBulkTarget
{
    /// <summary>The store as the last reset has opened it; null where it lacks bulk appends or streams.</summary>
    BulkStore? BulkStore { get; }

    /// <summary>Its server; null for an embedded store.</summary>
    ProvisionedServer? Server { get; }

    /// <summary>Whether it is reached over HTTP.</summary>
    bool IsRemote { get; }

    /// <summary>The server is not what it was: the next reset takes a new one.</summary>
    void SpoilServer();
}
