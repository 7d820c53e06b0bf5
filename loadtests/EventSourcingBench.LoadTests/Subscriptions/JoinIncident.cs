namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>One more subscriber, from the start or from a checkpoint so many events before the end of what was preloaded.</summary>
internal sealed class JoinIncident(IncidentContext context, long? back) : Incident(context)
{
    public static IncidentKind Kind { get; } = new("join[:EVENTS]", argument =>
        argument.Length == 0 ? context => new JoinIncident(context, back: null)
        : Values.Number(1L, 100_000_000L).Parse(argument) is long back ? context => new JoinIncident(context, back) : null);

    public override async Task<IncidentRecord> RunAsync()
    {
        var (places, begun) = (Context.Places(), Context.Time.GetTimestamp());
        // Batches end where they end: the last place that is far enough from the end.
        var subscriber = Context.Subscribe(back is null
            ? SubscriberPlace.Start : places.LastOrDefault(p => p.Count <= places[^1].Count - back) ?? SubscriberPlace.Start);
        if (!await CatchUp.EndsAsync(
            subscriber.Live, () => subscriber.Lane.ObservedCount, CatchUp.Stall, CatchUp.Poll, Context.Time, CancellationToken.None))
        {
            throw new StoreFailureException($"The subscriber that joined had no event for {DurationText.Of(CatchUp.Stall)} "
                + $"before it was live.{(subscriber.Failure is { } failure ? " " + failure : "")}");
        }

        var (live, events) = await subscriber.Live;
        return new IncidentRecord(Context.Time.GetElapsedTime(begun, live), events);
    }
}
