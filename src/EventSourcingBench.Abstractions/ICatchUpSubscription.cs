namespace EventSourcingBench.Abstractions;

/// <summary>All events after a checkpoint, then live.</summary>
public interface ICatchUpSubscription
{
    /// <summary>
    /// Delivers every event after the checkpoint, in the store's order, then the new ones as they are committed, until
    /// cancelled. Complete: no event is left out, also when transactions commit out of the order of their positions.
    /// None comes twice. The order is stable: each subscription sees the same one. Events of one stream come in the
    /// order of their versions.
    /// </summary>
    /// <remarks>
    /// When nothing more is there to deliver, a batch with <see cref="EventBatch.CaughtUp"/> is given, be it empty: at
    /// least once for each subscription. New events wake the subscription; polling is a safety net only.
    /// </remarks>
    /// <param name="after">A checkpoint of this store, or <see cref="Checkpoint.Start"/>.</param>
    /// <param name="cancellationToken">Ends the subscription with an <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FormatException">The checkpoint is not one of this store's.</exception>
    /// <exception cref="StoreUnavailableException">
    /// The store could not be reached, or the connection broke: subscribe again after the last checkpoint.
    /// </exception>
    IAsyncEnumerable<EventBatch> SubscribeAsync(Checkpoint after, CancellationToken cancellationToken = default);
}
