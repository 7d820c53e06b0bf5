namespace EventSourcingBench.Abstractions;

/// <summary>Observes the saves of a read model. Called in the store's order, never concurrently.</summary>
public interface IProjectionObserver
{
    /// <summary>The store has acknowledged the transaction that holds these rows and their checkpoint.</summary>
    /// <param name="rows">The rows of the transaction.</param>
    /// <param name="saveTime">
    /// SaveTime: taken from the context's clock right after the acknowledgement, UTC. Projection delay is
    /// SaveTime - ApiCallTime, both from one host's clock.
    /// </param>
    void Saved(IReadOnlyList<ReadModelRow> rows, DateTimeOffset saveTime);
}
