namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>Appends of bars whose deliveries are timed from just before they are sent.</summary>
internal sealed class SubscriptionLoad(LoadContext context)
    : AppendLoad(context, context.Step.Workload.Get(SubscriptionParameters.Preload))
{
    public DeliveryTimes DeliveryTimes { get; } = new(context.Step.Workload.Get(SubscriptionParameters.Subscribers)[0]);

    protected override ValueTask<LoadReply> SendAsync(LoadCall call, long number)
    {
        DeliveryTimes.Sent(History.EventOf(number), Context.Time.GetTimestamp());
        return base.SendAsync(call, number);
    }
}
