namespace EventSourcingBench.LoadTests;

/// <summary>The read model of shows, which the store's own projection makes: a row for each seat that was reserved (1) or cancelled (-1).</summary>
internal interface IShowReadModel
{
    /// <summary>How many rows it has.</summary>
    /// <param name="cancellationToken">Ends the asking.</param>
    /// <exception cref="StoreFailureException">The projection has failed.</exception>
    Task<long> CountRowsAsync(CancellationToken cancellationToken);

    /// <summary>All rows; one that is stored twice comes twice.</summary>
    /// <param name="cancellationToken">Ends the reading.</param>
    IAsyncEnumerable<ReadBackRow> ReadRowsAsync(CancellationToken cancellationToken);

    /// <summary>How many events a show has there, and how many of its seats are taken; nothing of both where it has no row.</summary>
    /// <param name="show">The show's id.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    Task<GroupTotal> ReadTotalAsync(string show, CancellationToken cancellationToken);
}
