namespace EventSourcingBench.Abstractions;

/// <summary>Reads what a projection saved.</summary>
public interface IReadModel
{
    /// <summary>The row of an event, or null.</summary>
    /// <param name="eventId">The event.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default);

    /// <summary>The sums of a group, or null where it has no row.</summary>
    /// <param name="group">The group.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default);

    /// <summary>
    /// All rows, streaming, in no particular order. A row that is stored twice comes twice: verification counts them.
    /// </summary>
    /// <param name="cancellationToken">Ends the reading.</param>
    IAsyncEnumerable<ReadModelRow> ReadAllAsync(CancellationToken cancellationToken = default);
}
