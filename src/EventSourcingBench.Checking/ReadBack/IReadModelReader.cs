namespace EventSourcingBench.Checking.ReadBack;

/// <summary>Reads what a projection saved. What cannot be read is an exception, whatever its type.</summary>
public interface IReadModelReader
{
    /// <summary>How many rows there are.</summary>
    /// <param name="cancellationToken">Ends the asking.</param>
    Task<long> CountRowsAsync(CancellationToken cancellationToken);

    /// <summary>All rows, in whatever order; one that is stored twice comes twice.</summary>
    /// <param name="cancellationToken">Ends the reading.</param>
    IAsyncEnumerable<FoundRow> ReadRowsAsync(CancellationToken cancellationToken);

    /// <summary>The totals that the read model keeps of a group; nothing of both where it has none.</summary>
    /// <param name="group">The group.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    Task<GroupTotal> ReadTotalAsync(string group, CancellationToken cancellationToken);
}
