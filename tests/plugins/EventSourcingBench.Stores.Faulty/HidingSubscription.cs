using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Faulty;

/// <summary>Goes past what is hidden and never comes back to it.</summary>
internal sealed class HidingSubscription(ICatchUpSubscription inner, HiddenEvents hidden) : ICatchUpSubscription
{
    public IAsyncEnumerable<EventBatch> SubscribeAsync(Checkpoint after, CancellationToken cancellationToken = default) =>
        inner.SubscribeAsync(after, cancellationToken).Select(
            batch => batch with { Events = [.. batch.Events.Where(hidden.IsVisible)] });
}
