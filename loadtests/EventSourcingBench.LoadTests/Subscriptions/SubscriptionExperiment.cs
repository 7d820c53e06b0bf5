namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>The suite <c>subscription</c>: events are appended while live subscribers follow all of them.</summary>
internal sealed class SubscriptionExperiment(ExperimentContext context)
    : BarsExperiment(context, context.Step.Workload.Get(MixedParameters.ReadModels)[0])
{
    public static Suite Suite { get; } = new()
    {
        Name = SubscriptionRecord.Name,
        Summary = "How long until live subscribers have an event, and what many and slow ones cost",
        Models = [StoreModel.Streams],
        Operation = AppendLoad.Operation,
        Load = context => new SubscriptionLoad(context),
        Create = context => new SubscriptionExperiment(context),
        Detail = Suite.Kept<SubscriptionRecord>(SubscriptionRecord.Name),
        Parameters = SubscriptionParameters.All,
        Check = SubscriptionParameters.Check,
        Steps = SubscriptionParameters.Steps,
        Obstacle = store => store is DirectStore { Store.Subscription: null }
            ? new Unavailable($"{store.StoreName} has no subscription to all events.", "Choose a store that has one.")
            : null,
        Requires = "a subscription to all events",
        Table = SubscriptionSummary.Table,
        DefaultVia = Via.Direct,
        OnlyDirect = true,
        SendsBars = true,
    };

    private readonly CancellationTokenSource _end = new();
    private readonly List<LiveSubscriber> _subscribers = [];
    private readonly List<LagRecord> _lag = [];
    private Task _running = Task.CompletedTask;
    private Task _sampling = Task.CompletedTask;
    private long _memory;

    private SlowSubscribers Slow => Context.Step.Workload.Get(SubscriptionParameters.Slow)[0];

    private IEnumerable<LiveSubscriber> SlowOnes => _subscribers.Take(Slow.Count);

    private IEnumerable<LiveSubscriber> FastOnes => _subscribers.Skip(Slow.Count);

    private DeliveryTimes DeliveryTimes => ((SubscriptionLoad)Load).DeliveryTimes;

    protected override async Task FillAsync(CancellationToken cancellationToken)
    {
        await base.FillAsync(cancellationToken);
        var store = ((DirectStore)Context.Store).Store;
        var (readBack, time) = (new DirectReadBack(store), Context.Tools.Time);
        for (var i = 0; i < Context.Step.Workload.Get(SubscriptionParameters.Subscribers)[0]; i++)
            _subscribers.Add(new LiveSubscriber(store.Subscription!, History, readBack.Found, DeliveryTimes, time));

        foreach (var slow in SlowOnes)
            slow.Delay = Slow.Delay;

        _running = Task.WhenAll(_subscribers.Select(s => Task.Run(() => s.RunAsync(_end.Token), CancellationToken.None)));
        try
        {
            await Task.WhenAll(_subscribers.Select(s => s.Live)).WaitAsync(Context.Step.Timeout, time, cancellationToken);
        }
        catch (TimeoutException e)
        {
            var late = _subscribers.Count(s => !s.Live.IsCompleted);
            var failure = _subscribers.Select(s => s.Failure).FirstOrDefault(f => f is not null) is { } first ? $": {first}" : "";
            throw new StoreFailureException(
                FormattableString.Invariant($"{late} of {_subscribers.Count} subscribers had not caught up with the empty store within ")
                + DurationText.Of(Context.Step.Timeout) + failure,
                e);
        }
    }

    protected override async ValueTask WarmAsync()
    {
        await base.WarmAsync();
        var from = Context.Tools.Time.GetTimestamp();
        foreach (var subscriber in _subscribers)
            subscriber.MeasureFrom(from);

        _sampling = SampleAsync(from);
    }

    protected override async Task<StepResult> SumUpAsync(StepResult result)
    {
        var time = Context.Tools.Time;
        var ended = time.GetTimestamp();
        foreach (var slow in SlowOnes)
            slow.Delay = TimeSpan.Zero;

        Context.Tools.Progress.Phase(Context.Step, "waiting for the subscribers");
        await CatchUp.WaitAsync(() => Task.FromResult(Slowest(_subscribers)), () => History.Acknowledged, time);
        var drain = time.GetElapsedTime(ended);
        var stalled = _subscribers.Count(s => s.Lane.ObservedCount < History.Acknowledged);
        await EndAsync();
        result = await base.SumUpAsync(result);
        return result with
        {
            Detail = (SubscriptionRecord.Name, new SubscriptionRecord
            {
                Load = Step.LoadText(Context.Step.Copies, Context.Step.Rate, preload: null),
                Subscribers = _subscribers.Count,
                Slow = Slow.ToString(),
                ReadModels = Context.Step.Workload.Get(MixedParameters.ReadModels)[0],
                Delivery = DelaysOf(Slow.Count < _subscribers.Count ? FastOnes : SlowOnes),
                SlowDelivery = Slow.Count > 0 ? DelaysOf(SlowOnes) : null,
                Last = DeliveryTimes.Last,
                Drain = drain,
                Resubscriptions = _subscribers.Sum(s => s.Failures),
                ClientMemory = _memory,
                Lag = _lag,
            }),
            Notes =
            [
                .. result.Notes,
                .. Stalled(stalled),
                .. _subscribers.Select(s => s.Failure).OfType<string>().Distinct(StringComparer.Ordinal)
                    .Select(f => $"A subscriber subscribed again after: {f}"),
            ],
        };
    }

    protected override VerificationPlan Judged(VerificationPlan plan) => base.Judged(plan) with
    {
        LiveSubscribers = [.. _subscribers.Select(s => s.Lane)],
        CatchUp = async cancel =>
        {
            await (plan.CatchUp?.Invoke(cancel) ?? Task.CompletedTask);
            foreach (var subscriber in _subscribers)
                await subscriber.CatchUpAsync(cancel);
        },
        Good = () => FormattableString.Invariant($"{_subscribers.Count} live subscribers had each of them once, in order"),
    };

    public override async Task<VerdictRecord> VerifyAsync(string? failure)
    {
        await EndAsync();
        return await base.VerifyAsync(failure);
    }

    private async Task EndAsync()
    {
        await _end.CancelAsync();
        await Task.WhenAll(_running, _sampling);
    }

    private static long Slowest(IEnumerable<LiveSubscriber> subscribers) => subscribers.Min(s => s.Lane.ObservedCount);

    // The verdict is on what they had after they subscribed again.
    private IEnumerable<string> Stalled(int count) => count == 0 ? [] :
        [FormattableString.Invariant($"{count} of {_subscribers.Count} subscribers stalled before they had all events of the load.")];

    private static DelayRecord DelaysOf(IEnumerable<LiveSubscriber> subscribers)
    {
        var delays = new LatencyHistogram();
        foreach (var subscriber in subscribers)
            delays.Add(subscriber.Delays);

        return new DelayRecord(delays.ToRecord());
    }

    private async Task SampleAsync(long from)
    {
        var interval = TimeSpan.FromMilliseconds(250);
        using var process = Process.GetCurrentProcess();
        using var timer = new PeriodicTimer(interval, Context.Tools.Time);
        var hasFast = Slow.Count < _subscribers.Count;
        try
        {
            while (await timer.WaitForNextTickAsync(_end.Token))
            {
                var acknowledged = History.Acknowledged;
                _lag.Add(new LagRecord(
                    Math.Round(Context.Tools.Time.GetElapsedTime(from).TotalSeconds, 2),
                    hasFast ? Math.Max(0, acknowledged - Slowest(FastOnes)) : 0,
                    Slow.Count > 0 ? Math.Max(0, acknowledged - Slowest(SlowOnes)) : null));
                process.Refresh();
                _memory = Math.Max(_memory, process.WorkingSet64);
            }
        }
        catch (OperationCanceledException)
        {
            // The subscribers have ended.
        }
    }
}
