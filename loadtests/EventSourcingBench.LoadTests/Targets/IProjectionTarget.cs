namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A running projection of a store under test, and its read model.</summary>
internal interface IProjectionTarget : IReadModelReader
{
    /// <summary>Forgets measured delays; counts from now on those of events that were sent at that time or later.</summary>
    Task MeasureDelaysFromAsync(DateTimeOffset from, CancellationToken cancellationToken);

    /// <summary>The measured delays.</summary>
    Task<HistogramRecord> ReadDelaysAsync(CancellationToken cancellationToken);
}
