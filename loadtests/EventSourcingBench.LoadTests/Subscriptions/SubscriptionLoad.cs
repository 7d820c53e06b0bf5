namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>Appends of bars whose deliveries are timed from just before they are sent.</summary>
internal sealed class SubscriptionLoad(LoadContext context)
    : AppendLoad(context, context.Step.Workload.Get(SubscriptionParameters.Preload), furtherStreams: 1)
{
    private readonly Lock _numbering = new();
    private long _next;
    private long _apart = long.MaxValue;

    public DeliveryTimes DeliveryTimes { get; } = new(context.Step.Workload.Get(SubscriptionParameters.Subscribers)[0]);

    public override int StreamOf(long number) => number - History.BulkCount == _apart ? Symbols.Count - 1 : base.StreamOf(number);

    /// <summary>Enters one append beside the load in the history, to a stream that no request appends to. Its number is the next one; those
    /// of later requests are one higher.</summary>
    public BarAppend BeginApart(HistoryLane lane)
    {
        lock (_numbering)
        {
            _apart = _next;
        }

        return Begin(lane, _apart, due: null);
    }

    protected override ValueTask<LoadReply> SendAsync(LoadCall call, long number)
    {
        lock (_numbering)
        {
            number += number >= _apart ? 1 : 0;
            _next = Math.Max(_next, number + 1);
        }

        DeliveryTimes.Sent(History.EventOf(number), Context.Time.GetTimestamp());
        return base.SendAsync(call, number);
    }
}
