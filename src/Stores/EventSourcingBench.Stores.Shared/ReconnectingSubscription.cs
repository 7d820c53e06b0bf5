using System.Runtime.CompilerServices;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>
/// A subscription that a broken connection does not end: it subscribes again after the last checkpoint that it gave,
/// so that nothing is missing and nothing comes twice.
/// </summary>
/// <param name="inner">The subscription.</param>
/// <param name="pause">The time between the end of one and the next.</param>
/// <param name="time">The clock.</param>
public sealed class ReconnectingSubscription(ICatchUpSubscription inner, TimeSpan pause, TimeProvider time) : ICatchUpSubscription
{
    /// <inheritdoc />
    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        while (true)
        {
            await using var batches = inner.SubscribeAsync(after, cancellationToken).GetAsyncEnumerator(cancellationToken);
            while (await NextAsync(batches) is { } batch)
            {
                after = batch.Checkpoint;
                yield return batch;
            }

            await Task.Delay(pause, time, cancellationToken);
        }
    }

    private static async ValueTask<EventBatch?> NextAsync(IAsyncEnumerator<EventBatch> batches)
    {
        try
        {
            return await batches.MoveNextAsync() ? batches.Current : null;
        }
        catch (StoreUnavailableException)
        {
            // The way back is to subscribe again, as long as it takes: whoever waits may cancel.
            return null;
        }
    }
}
