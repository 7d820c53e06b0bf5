namespace EventSourcingBench.LoadTests;

/// <summary>
/// What verification asks a store. What cannot be read is an exception, whatever its type: the verdict is then
/// <c>not verified</c> with its message. An answer that leaves events out without an exception would be taken for their loss.
/// </summary>
public interface IReadBack
{
    /// <summary>All events of a stream, as the store reads it forward; none for a stream that does not exist.</summary>
    /// <param name="stream">The stream's name.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    IAsyncEnumerable<StreamEvent> ReadStreamAsync(string stream, CancellationToken cancellationToken);

    /// <summary>All events through a new catch-up subscription from the start, until it has caught up.</summary>
    /// <param name="cancellationToken">Ends the reading.</param>
    IAsyncEnumerable<DeliveredEvent> ReadAllAsync(CancellationToken cancellationToken);

    /// <summary>All rows of the read model, once the projection has caught up; a row that is stored twice comes twice.</summary>
    /// <param name="cancellationToken">Ends the reading.</param>
    IAsyncEnumerable<ReadBackRow> ReadModelRowsAsync(CancellationToken cancellationToken);

    /// <summary>The totals that the read model keeps.</summary>
    /// <param name="groups">The groups.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <returns>By group; a group without a row may be left out.</returns>
    Task<IReadOnlyDictionary<string, GroupTotal>> ReadTotalsAsync(
        IReadOnlyCollection<string> groups,
        CancellationToken cancellationToken);
}
