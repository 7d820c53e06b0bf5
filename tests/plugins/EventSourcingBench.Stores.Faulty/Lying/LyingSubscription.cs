namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>A subscription over an honest one, with the behaviour of a lie.</summary>
internal sealed class LyingSubscription(ICatchUpSubscription inner, Behaviour lie) : ICatchUpSubscription
{
    public IAsyncEnumerable<EventBatch> SubscribeAsync(Checkpoint after, CancellationToken cancellationToken = default)
    {
        var batches = inner.SubscribeAsync(after, cancellationToken);
        if (lie.Show is { } show)
        {
            batches = batches.Select(batch => batch with { Events = [.. batch.Events.Select(show).OfType<RecordedEvent>()] });
        }

        return (lie.Deliver?.Invoke(after, batches) ?? batches).Where(batch => batch.CaughtUp || batch.Events.Count > 0);
    }
}
