namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>Appends of bars whose deliveries are timed from just before they are sent.</summary>
internal sealed class SubscriptionLoad : AppendLoad
{
    private readonly Lock _numbering = new();
    private long _next;
    private long _apart = long.MaxValue;

    public SubscriptionLoad(LoadContext context)
        : base(context, context.Step.Workload.Get(SubscriptionParameters.Preload), furtherStreams: 1)
    {
        var subscribers = context.Step.Workload.Get(SubscriptionParameters.Subscribers)[0];
        FollowsStreams = context.Step.Workload.Get(SubscriptionParameters.Follow)[0] == SubscriptionParameters.OneStream;
        DeliveryTimes = new(number => FollowsStreams ? (subscribers + Streams - 1 - StreamOf(number)) / Streams : subscribers);
    }

    public DeliveryTimes DeliveryTimes { get; }

    /// <summary>Whether each subscriber follows one stream, in turn; else all follow all events.</summary>
    public bool FollowsStreams { get; }

    /// <summary>Writers that look for what they wrote. Default: none does.</summary>
    public OwnWrites? OwnWrites { get; set; }

    public override int StreamOf(long number) => number - History.BulkCount == _apart ? Streams : base.StreamOf(number);

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

    protected override async ValueTask<LoadReply> SendAsync(LoadCall call, long number)
    {
        lock (_numbering)
        {
            number += number >= _apart ? 1 : 0;
            _next = Math.Max(_next, number + 1);
        }

        var sent = History.EventOf(number);
        OwnWrites?.Begin(call.Worker, History.Ids.Of(sent));
        DeliveryTimes.Sent(sent, Context.Time.GetTimestamp());
        var reply = await base.SendAsync(call, number);
        if (reply.Outcome == Outcome.Success)
            OwnWrites?.Written(call.Worker, sent, History.Ids.Of(sent));

        return reply;
    }
}
