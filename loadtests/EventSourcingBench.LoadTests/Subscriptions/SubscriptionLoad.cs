namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>Appends of bars whose deliveries are timed from just before they are sent.</summary>
internal sealed class SubscriptionLoad : AppendLoad
{
    public SubscriptionLoad(LoadContext context)
        : base(context, context.Step.Workload.Get(SubscriptionParameters.Preload))
    {
        var subscribers = context.Step.Workload.Get(SubscriptionParameters.Subscribers)[0];
        FollowsStreams = context.Step.Workload.Get(SubscriptionParameters.Follow)[0] == SubscriptionParameters.OneStream;
        DeliveryTimes = new(number => FollowsStreams ? (subscribers + Symbols.Count - 1 - StreamOf(number)) / Symbols.Count : subscribers);
    }

    public DeliveryTimes DeliveryTimes { get; }

    /// <summary>Whether each subscriber follows one stream, in turn; else all follow all events.</summary>
    public bool FollowsStreams { get; }

    protected override ValueTask<LoadReply> SendAsync(LoadCall call, long number)
    {
        DeliveryTimes.Sent(History.EventOf(number), Context.Time.GetTimestamp());
        return base.SendAsync(call, number);
    }
}
