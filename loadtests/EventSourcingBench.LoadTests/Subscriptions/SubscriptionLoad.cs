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

    /// <summary>Writers that look for what they wrote. Default: none does.</summary>
    public OwnWrites? OwnWrites { get; set; }

    protected override async ValueTask<LoadReply> SendAsync(LoadCall call, long number)
    {
        var sent = History.EventOf(number);
        DeliveryTimes.Sent(sent, Context.Time.GetTimestamp());
        var reply = await base.SendAsync(call, number);
        if (reply.Outcome == Outcome.Success)
            OwnWrites?.Written(call.Worker, sent, History.Ids.Of(sent));

        return reply;
    }
}
