namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>Appends of bars whose deliveries are timed from just before they are sent.</summary>
internal sealed class SubscriptionLoad : AppendLoad
{
    // One event in so many is of the category that a subscriber follows, where there are as many streams.
    private const int MostCategories = 10;
    private readonly Lock _numbering = new();
    private readonly string _follow;
    // By part the last event that was acknowledged.
    private readonly long[] _last;
    private long _next;
    private long _apart = long.MaxValue;

    public SubscriptionLoad(LoadContext context)
        : base(context, context.Step.Workload.Get(SubscriptionParameters.Preload), furtherStreams: 1, CategoriesIn(context.Step.Workload))
    {
        var subscribers = context.Step.Workload.Get(SubscriptionParameters.Subscribers)[0];
        _follow = context.Step.Workload.Get(SubscriptionParameters.Follow)[0];
        Parts = _follow switch
        {
            SubscriptionParameters.OneStream => Streams,
            SubscriptionParameters.OneCategory => CategoriesIn(context.Step.Workload),
            _ => 0,
        };
        _last = [.. Enumerable.Repeat(-1L, Parts)];
        var slow = context.Step.Workload.Get(SubscriptionParameters.Slow)[0].Count is var count && count < subscribers ? count : 0;
        DeliveryTimes = new(number => Following(subscribers, number) - Following(slow, number));
    }

    public DeliveryTimes DeliveryTimes { get; }

    /// <summary>The number of streams or categories of which each subscriber follows one, in turn; 0 where all follow all events.</summary>
    public int Parts { get; }

    /// <summary>Writers that look for what they wrote. Default: none does.</summary>
    public OwnWrites? OwnWrites { get; set; }

    public override int StreamOf(long number) => number - History.BulkCount == _apart ? Streams : base.StreamOf(number);

    public int PartOf(long number) => _follow == SubscriptionParameters.OneCategory ? StreamOf(number) % Parts : StreamOf(number);

    public long NextOf(int part, long after)
    {
        do
            after++;
        while (PartOf(after) != part);

        return after;
    }

    /// <summary>The number of the last event of a part that was acknowledged in this load; -1 without one.</summary>
    public long LastOf(int part)
    {
        lock (_numbering)
            return _last[part];
    }

    public StreamSelection SelectionOf(int part) =>
        _follow == SubscriptionParameters.OneCategory ? new(CategoryOf(part), true) : new(History.Keys[part], false);

    /// <summary>Enters an append beside the load in the history, to a separate stream. Later requests have numbers one higher.</summary>
    public BarAppend BeginApart(HistoryLane lane)
    {
        lock (_numbering)
            _apart = _next;

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
        DeliveryTimes.Sent(sent, Context.Time.GetTimestamp());
        var reply = await base.SendAsync(call, number);
        if (reply.Outcome == Outcome.Success && Parts > 0)
        {
            lock (_numbering)
                _last[PartOf(sent)] = Math.Max(_last[PartOf(sent)], sent);
        }

        if (reply.Outcome == Outcome.Success)
            OwnWrites?.Written(call.Worker, sent, History.Ids.Of(sent), reply.Position);

        return reply;
    }

    // How many of the first subscribers follow an event.
    private int Following(int subscribers, long number) =>
        Parts == 0 ? subscribers : (subscribers + Parts - 1 - PartOf(number)) / Parts;

    private static int CategoriesIn(Workload workload) =>
        workload.Get(SubscriptionParameters.Follow)[0] != SubscriptionParameters.OneCategory ? 0
            : Math.Min(workload.Get(LoadParameters.Streams), MostCategories);
}
