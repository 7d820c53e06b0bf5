namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>The suite <c>subscription</c>: events are appended while live subscribers follow all of them.</summary>
internal sealed class SubscriptionExperiment(ExperimentContext context) : BarsExperiment(context, readModels: 0)
{
    public static Suite Suite { get; } = new()
    {
        Name = SubscriptionRecord.Name,
        Summary = "How long until live subscribers have an event, and what many and slow ones cost",
        Models = [StoreModel.Streams, StoreModel.Dcb],
        Operation = AppendSuite.Operation,
        Load = context => new SubscriptionLoad(context),
        Create = context => new SubscriptionExperiment(context),
        Detail = Suite.Kept<SubscriptionRecord>(SubscriptionRecord.Name),
        Parameters = SubscriptionParameters.All,
        Check = SubscriptionParameters.Check,
        Steps = SubscriptionParameters.Steps,
        WarmUp = SubscriptionParameters.WarmUp,
        Obstacle = store => store is DirectStore { Store: { Subscription: null, Dcb: null } }
            ? new Unavailable($"{store.Target.Name} has no subscription to all events.", "Choose a store that has one.") : null,
        Requires = "a subscription to all events",
        Table = SubscriptionSummary.Table,
        DefaultVia = Via.Direct,
        OnlyDirect = true,
        SendsBars = true,
    };

    // A subscriber that catches up may take a connection.
    private const int CatchingUp = 8;

    private readonly CancellationTokenSource _end = new();
    private CancellationToken _interrupted;
    private readonly List<LiveSubscriber> _subscribers = [];
    private readonly List<SubscriberPlace> _places = [];
    private readonly ConcurrentBag<LiveSubscriber> _joined = [];
    private readonly ConcurrentBag<Task> _running = [];
    private Incident? _incident;
    private Task<IncidentRecord?> _happening = Task.FromResult<IncidentRecord?>(null);
    private LagSampler _lag = null!;
    private long _ended;
    private Task _sampling = Task.CompletedTask;

    private SlowSubscribers Slow => Context.Step.Workload.Get(SubscriptionParameters.Slow)[0];

    private IStore Store => ((DirectStore)Context.Store).Store;

    // A store without projections is asked all the same.
    protected override int ReadModelCount => Store.Projections is null ? 0 : Context.Step.Workload.Get(MixedParameters.ReadModels)[0];

    private string Followed => Context.Step.Workload.Get(SubscriptionParameters.Follow)[0];

    private Named<Func<IncidentContext, Incident>> Happening => Context.Step.Workload.Get(SubscriptionParameters.During)[0];

    private IEnumerable<LiveSubscriber> SlowOnes => _subscribers.Take(Slow.Count);

    private IEnumerable<LiveSubscriber> FastOnes => _subscribers.Skip(Slow.Count);

    private IEnumerable<LiveSubscriber> All => _subscribers.Concat(_joined);

    private DeliveryTimes Times => Load.DeliveryTimes;

    private new SubscriptionLoad Load => (SubscriptionLoad)base.Load;

    private TimeProvider Time => Context.Tools.Time;

    protected override async Task FillAsync(CancellationToken cancellationToken)
    {
        _interrupted = cancellationToken;
        if (History.BulkCount > 0)
        {
            Context.Tools.Progress.Phase(Context.Step, "preloading");
            await PreloadAsync(events => AppendAsync(events, cancellationToken), Load.Preloaded, cancellationToken);
        }
    }

    protected override async Task BeginAsync(CancellationToken cancellationToken)
    {
        if (Context.Step.Workload.Get(SubscriptionParameters.OwnWrites)
            && await Context.Store.StartProjectionAsync(Projections.Bars, cancellationToken) is DirectReadModel model)
        {
            var byPosition = Store.Capabilities.HasFlag(StoreCapabilities.PositionCheckpoints);
            Load.OwnWrites = new OwnWrites(model, byPosition, Context.Workers, Times, Context.Step.Timeout, Time);
        }

        if (Load.Parts == 0)
        {
            _subscribers.Add(Follow(SubscriberPlace.Start, part: null, _places.Add));
            await LiveAsync(cancellationToken);
        }

        // None of those that follow streams or categories is given all events, after some of which one may join.
        if (Load.Parts > 0 && Happening.Kind == JoinIncident.Kind)
        {
            await new LiveSubscriber(new DirectReadBack(Store), Load, SubscriberPlace.Start, part: null, Time)
            { IsApart = true, OnBatch = _places.Add }.CatchUpAsync(cancellationToken);
        }

        for (var i = _subscribers.Count; i < Context.Step.Workload.Get(SubscriptionParameters.Subscribers)[0]; i++)
            _subscribers.Add(Load.Parts > 0 ? Follow(SubscriberPlace.Start, i % Load.Parts) : Follow(_places[^1]));

        await LiveAsync(cancellationToken);
        foreach (var slow in SlowOnes)
            (slow.Delay, slow.IsApart) = (Slow.Delay, Slow.Count < _subscribers.Count);

        _incident = Happening.Create?.Invoke(new(
            Context, Store, Load, place => Follow(place, isJoined: true),
            () => FastOnes.Max(s => (long?)s.Behind(History.AcknowledgedInAll)) ?? 0, () => _places)
        { Interrupted = cancellationToken });
        if (_incident is { WhyNot: null })
            await _incident.PrepareAsync(cancellationToken);
    }

    protected override async ValueTask WarmAsync()
    {
        await base.WarmAsync();
        var from = Time.GetTimestamp();
        Times.MeasureFrom(from);
        _lag = new LagSampler(Time, Times, () => History.AcknowledgedInAll, from)
        { Groups = [("live", FastOnes), ("slow", SlowOnes), ("joined", _joined)] };
        _sampling = _lag.RunAsync(_end.Token);
        _happening = Task.Run(() => HappenAsync(from), CancellationToken.None);
    }

    protected override void LoadHasEnded()
    {
        _ended = Time.GetTimestamp();
        foreach (var slow in SlowOnes)
            slow.Delay = TimeSpan.Zero;
    }

    protected override async Task<StepRecord> SumUpAsync(StepRecord result)
    {
        Context.Tools.Progress.Phase(Context.Step, "waiting for the subscribers");
        await CaughtUpAsync();
        var drain = Time.GetElapsedTime(_ended);
        var incident = await _happening;
        // It may have outlasted the load, and appended.
        await (incident is null ? Task.CompletedTask : CaughtUpAsync());
        var ownWrites = Load.OwnWrites is null ? null : await Load.OwnWrites.SumUpAsync();
        var stalled = All.Count(s => !s.HasAll);
        var connections = SocketOwners.CountConnections(Environment.ProcessId, [.. Context.Store.ServerProcessIds]);
        var idle = await IdleAsync();
        await EndAsync();
        if (incident is { WhyNot: null })
        {
            var delays = FastOnes.Where(_ => stalled == 0).Select(s => s.DelaysMeanwhile);
            incident = _incident!.Complete(incident with { Delivery = DelayRecord.OfAny(delays) });
        }

        var failures = All.Select(s => s.Failure).OfType<string>().Distinct(StringComparer.Ordinal);
        result = (await base.SumUpAsync(result)).Noting(
            // The verdict is on what they had after they subscribed again.
            [
                stalled == 0 ? null : FormattableString.Invariant(
                    $"{stalled} of {All.Count()} subscribers stalled before they had all events of the load: delays are not known."),
                .. failures.Select(f => $"A subscriber subscribed again after: {f}"),
            ]);
        return result.With(SubscriptionRecord.Name, new SubscriptionRecord(
            Step.LoadText(Context.Step.Copies, Context.Step.Rate, preload: null), _subscribers.Count, Slow.ToString(), ReadModelCount,
            Delivery: DelayRecord.Of(
                (Slow.Count < _subscribers.Count ? FastOnes : SlowOnes).Where(_ => stalled == 0).Select(s => s.Delays)),
            Last: stalled == 0 ? Times.Last : DelayRecord.Of([]), drain, Followed,
            FilteredBy: Load.Parts == 0 ? null : new DirectReadBack(Store).Selects(Load.SelectionOf(0)) ? "store" : "subscriber",
            History.BulkCount, Happening.Text,
            SlowDelivery: Slow.Count > 0 && stalled == 0 ? DelayRecord.Of(SlowOnes.Select(s => s.Delays)) : null,
            ownWrites, Resubscriptions: All.Sum(s => s.Failures), _lag.Memory, connections, incident, idle)
        { Lag = _lag.ToRecords(), OwnWritesBy = Load.OwnWrites?.By });
    }

    protected override VerificationPlan Judged(VerificationPlan plan)
    {
        var judged = base.Judged(plan) with
        {
            LiveSubscribers = [.. All.Select(s => s.Judged)],
            CatchUp = async cancel =>
            {
                await (plan.CatchUp?.Invoke(cancel) ?? Task.CompletedTask);
                var options = new ParallelOptions { MaxDegreeOfParallelism = CatchingUp, CancellationToken = cancel };
                await Parallel.ForEachAsync(All, options, async (subscriber, limit) => await subscriber.CatchUpAsync(limit));
            },
            Good = () => $"{ProgressText.Counted(All.Count(), "live subscriber")} had each of "
                + Followed switch
                {
                    SubscriptionParameters.OneStream => "their streams once, in order",
                    SubscriptionParameters.OneCategory => "their categories once, in order",
                    _ => "them once, in order",
                },
        };
        return _incident?.Judged(judged) ?? judged;
    }

    protected override async ValueTask EndAsync()
    {
        // Where the load failed, that is the step's failure, and nothing of the incident outlives the step.
        await ((Task)_happening).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _end.CancelAsync();
        await Task.WhenAll([.. _running, _sampling]);
        await base.EndAsync();
    }

    private async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken)
    {
        if (Store.Bulk is { } bulk)
            await bulk.AppendAsync(events, cancellationToken);
        else if (Store.Dcb is { } dcb)
            await dcb.AppendAsync([.. events.Select(Tagged)], condition: null, cancellationToken);
        else
            throw new StoreFailureException($"{Context.Store.Target.Name} has no bulk appends to preload events with.");

        DcbEvent Tagged(BulkEvent bulk) => new(bulk.Event, Load.TagsOf(bulk.Stream));
    }

    private LiveSubscriber Follow(SubscriberPlace from, int? part = null, Action<SubscriberPlace>? onBatch = null, bool isJoined = false)
    {
        var subscriber = new LiveSubscriber(new DirectReadBack(Store), Load, from, part, Time)
        { IsApart = isJoined, OnBatch = onBatch };
        _running.Add(Task.Run(() => subscriber.RunAsync(_end.Token), CancellationToken.None));
        if (isJoined)
            _joined.Add(subscriber);

        return subscriber;
    }

    private async Task LiveAsync(CancellationToken cancellationToken)
    {
        var (all, timeout) = (Task.WhenAll(_subscribers.Select(s => s.Live)), Context.Step.Timeout);
        if (await CatchUp.EndsAsync(
            all, () => _subscribers.Sum(s => s.Lane.ObservedCount), timeout, CatchUp.SlowPoll, Time, cancellationToken))
        {
            return;
        }

        var late = _subscribers.Count(s => !s.Live.IsCompleted);
        var failure = _subscribers.Select(s => s.Failure).FirstOrDefault(f => f is not null) is { } first ? $": {first}" : "";
        throw new StoreFailureException(
            FormattableString.Invariant($"{late} of {_subscribers.Count} subscribers had not caught up before the load, ")
            + $"and had no event for {DurationText.Of(timeout)}{failure}");
    }

    private Task CaughtUpAsync() => CatchUp.WaitAsync(
        () => Task.FromResult(All.All(s => s.HasAll) ? long.MaxValue : All.Sum(s => s.Lane.ObservedCount)), () => long.MaxValue, Time);

    // Where the user ends the step, an incident that has not begun is left out, and one that waits ends.
    private async Task<IncidentRecord?> HappenAsync(long from)
    {
        if (_incident is not { } incident)
            return null;

        var (name, duration) = (Happening.Text, Context.Step.Workload.Get(LoadParameters.Duration));
        if (incident.WhyNot is { } whyNot)
            return new IncidentRecord(Name: name, WhyNot: whyNot);

        await Time.DelayAsync(duration / 4, _interrupted);
        if (_interrupted.IsCancellationRequested)
            return new IncidentRecord(Name: name, WhyNot: "the step was ended before");

        var delays = await RunningModels.ReadDelaysAsync();
        var (begun, acknowledged) = (Time.GetTimestamp(), History.Acknowledged);
        Times.BeginIncident(begun);
        var running = incident.RunAsync();
        await Task.WhenAny(running, Time.DelayAsync(duration - Time.GetElapsedTime(from), CancellationToken.None));
        var appends = (History.Acknowledged - acknowledged) / Time.GetElapsedTime(begun).TotalSeconds;
        var record = await running;
        Times.EndIncident(Time.GetTimestamp());
        delays = (await RunningModels.ReadDelaysAsync()).Since(delays);
        return record with
        {
            Name = name,
            At = Time.GetElapsedTime(from, begun),
            Appends = appends,
            Projection = delays.Count == 0 ? null : new DelayRecord(delays.ToRecord()),
        };
    }

    // Appends have ended, and everything is delivered.
    private async Task<IdleRecord?> IdleAsync()
    {
        var duration = Context.Step.Workload.Get(SubscriptionParameters.Idle);
        if (duration == TimeSpan.Zero)
            return null;

        Context.Tools.Progress.Phase(Context.Step, "idle");
        var client = new ProcessTreeSampler(Environment.ProcessId, Time);
        var servers = Context.Store.ServerProcessIds.Select(id => new ProcessTreeSampler(id, Time)).ToList();
        await Time.DelayAsync(duration, CancellationToken.None);
        return new IdleRecord(client.Take()?.Cores ?? 0, servers.Count == 0 ? null : servers.Sum(s => s.Take()?.Cores ?? 0));
    }
}
