namespace EventSourcingBench.LoadTests.Growth;

/// <summary>The suite <c>growth</c>: fills a store from sample to sample, and verifies it at the end: events, timed reads, what the
/// subscription delivered at the samples, and the read model, as its rebuild has left it and after the store was opened again.</summary>
internal sealed class GrowthExperiment(ExperimentContext context) : IExperiment
{
    public static Suite Suite { get; } = new()
    {
        Name = "growth",
        Summary = "How appends, reads, projections and disk use change as a store grows to millions of events",
        Operation = "append",
        Create = context => new GrowthExperiment(context),
        Workers = _ => GrowingStore.Workers,
        Detail = Suite.Kept<GrowthRecord>(GrowthRecord.Name),
        Ended = GrowthSummary.Ended,
        Table = GrowthSummary.Table,
        Parameters = GrowthParameters.All,
        Check = GrowthParameters.Check,
        Steps = GrowthParameters.Steps,
        Searched = null,
        Obstacle = BulkStore.Obstacle,
        Requires = "bulk appends",
        DefaultVia = Via.Direct,
        OnlyDirect = true,
    };

    private readonly List<GrowthSample> _samples = [];
    private readonly List<SloProbe> _probes = [];
    private (DateTimeOffset From, TimeSpan Length)? _measured;
    private long? _held;
    private GrowingStore? _growing;
    private DirectReadModel? _model;
    private IReadOnlyList<SecondRecord> _seconds = [];
    private TimeSpan? _rebuild;
    private TimeSpan? _restart;

    private long Events => context.Step.Workload.Get(GrowthParameters.Events);

    private long SampleEvery => context.Step.Workload.Get(GrowthParameters.SampleEvery);

    private SloRecord? Slo => context.Step.Workload.Get(LoadParameters.Slo);

    private double? BackgroundRate => context.Step.Workload.Get(GrowthParameters.Background) is > 0 and var rate ? rate : null;

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        var store = (DirectStore)context.Store;
        await store.ResetAsync(copies: 1, cancellationToken);

        // From here on each time it is opened again, it is closed before.
        if (store.Capabilities.HasFlag(StoreCapabilities.Persistent))
            await store.OpenAgainAsync(cancellationToken);

        _growing = new GrowingStore(context, store);
    }

    public async Task<StepRecord> LoadAsync(StepRecord result, CancellationToken cancellationToken)
    {
        var growing = _growing!;
        var (from, start) = (context.Tools.Time.GetUtcNow(), context.Tools.Time.GetTimestamp());
        await using var sampler = new SecondSampler(
            BulkFlusher.Seconds(growing.Flushes, () => growing.Acknowledged), context.Store, [],
            s => context.Tools.Progress.Second(context.Step, s, new LoadTotals(growing.Acknowledged)), context.Tools.Time);
        sampler.Start();
        try
        {
            await GrowAsync(growing, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // Ctrl-C: the samples so far stay, and what is there is verified.
        }
        finally
        {
            _measured = (from, context.Tools.Time.GetElapsedTime(start));
            _seconds = await sampler.StopAsync();
        }

        return result;
    }

    public async Task<VerdictRecord> VerifyAsync(string? failure)
    {
        if (_growing is not { } growing)
            return StepVerification.NotVerified(failure ?? "the store was not opened");

        try
        {
            _model = await growing.StartProjectionAsync(CancellationToken.None);
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            // The events are verified all the same.
            failure ??= e.Message;
        }

        var verification = new StepVerification(context, growing.History);
        var verdict = await verification.VerifyAsync(failure, projection: null, plan => Judged(plan, growing));
        await CloseModelAsync();
        return TrialVerdicts.Sum([verdict], failure);
    }

    public IEnumerable<LoadRecorder> OtherRecorders => _growing is { } growing ? [growing.BackgroundAppends, growing.Flushes] : [];

    public StepRecord Describe(StepRecord result)
    {
        result = result with
        {
            StartedAt = _measured?.From ?? result.StartedAt,
            Elapsed = _measured?.Length ?? TimeSpan.Zero,
            Seconds = _seconds,
            Notes = BackgroundRate is { } rate
                ? [FormattableString.Invariant($"While samples were taken, {rate} single appends a second were sent beside them.")] : [],
        };
        if (_growing is not { } growing)
            return result;

        var record = new GrowthRecord(SampleEvery, growing.Events.Bulk.MeanBytes(), BackgroundRate, _rebuild, _restart)
        { Samples = _samples };
        var search = Slo is { } slo && _probes.Count > 0 ? new SloSearchRecord(slo, _held) { Unit = " events", Probes = _probes } : null;
        var throughput = growing.FillTime > TimeSpan.Zero ? growing.Filled / growing.FillTime.TotalSeconds : 0;
        return result.With(GrowthRecord.Name, record) with { Throughput = throughput, SloSearch = search };
    }

    // What it has grown to does not stay beside the steps of other stores.
    public async ValueTask DisposeAsync()
    {
        try
        {
            await (_growing is null ? Task.CompletedTask : context.Store.ResetAsync(copies: 1, CancellationToken.None));
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            context.Tools.Progress.Say($"Warning: {context.Step.Store} was not emptied: {e.Message}");
        }
    }

    private async Task GrowAsync(GrowingStore growing, CancellationToken cancellationToken)
    {
        var sampler = new GrowthSampler(growing, BackgroundRate, context.Store.ServerProcessIds);
        await growing.FillShortStreamsAsync(cancellationToken);
        while (growing.Filled < Events)
        {
            var next = Math.Min(Events, growing.Filled + SampleEvery);
            Phase($"filling to {next:N0}");
            var rate = await growing.FillAsync(next, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            Phase($"sample at {next:N0}");
            _samples.Add(await sampler.TakeAsync(rate, cancellationToken));
            if (Slo is { } slo && !await HoldsAsync(sampler, slo, cancellationToken))
                break;
        }

        // The read model is verified as the rebuild has left it, so that nothing comes behind that.
        _restart = context.Store.Server is null ? await sampler.OpenAsync() : null;
        if (_restart is not null)
            await growing.RepeatLastAsync();

        Phase($"rebuilding the projection");
        _rebuild = await sampler.RebuildAsync(cancellationToken);

        void Phase(FormattableString text) => context.Tools.Progress.Phase(context.Step, FormattableString.Invariant(text));
    }

    // The same rule as in searches of a rate, of which this is one step.
    private async Task<bool> HoldsAsync(GrowthSampler sampler, SloRecord slo, CancellationToken cancellationToken)
    {
        var events = _samples[^1].Events;
        var search = new RateSearch(events, events, Step.MostProbes, events);
        while (search.Next() is not null)
        {
            _probes.Add(await sampler.ProbeAsync(slo, events, cancellationToken));
            search.Add(events, _probes[^1].Held);
        }

        _held = search.Held > 0 ? events : _held;
        return search.Held > 0;
    }

    private VerificationPlan Judged(VerificationPlan plan, GrowingStore growing)
    {
        var deliveries = growing.Deliveries;
        return plan with
        {
            ReadModel = _model,
            NotRebuilt = growing.NotRebuilt,
            Rows = sent => growing.RowOf(sent),
            EventOfRow = row => ContentHash.Of(SafeEvents.EventType, row.Document, metadata: []),
            Subscriber = deliveries,
            LiveSubscribers = growing.Live is { } live ? [live] : [],
            CatchUp = deliveries is null ? null : cancel => growing.CatchUpAsync(isLoaded: false, cancel),
            Reopen = plan.Reopen is { } reopen ? ReopenAsync : null,
            Remarks = growing.Store.Projections is not null ? plan.Remarks : [.. plan.Remarks, StepVerification.NoProjections],
        };

        // The other process serves no read model of this suite: this process opens the store again when the other has read all events.
        async Task<ReopenedStore> ReopenAsync(CancellationToken cancellationToken)
        {
            var hasProjections = growing.Store.Projections is not null;
            await CloseModelAsync();
            var reopened = await reopen(cancellationToken);
            return hasProjections ? reopened with { ReadModel = OpenAgainAsync } : reopened;
        }

        async Task<IReadModelReader> OpenAgainAsync(CancellationToken cancellationToken)
        {
            await growing.Opened.OpenAgainAsync(cancellationToken);
            return _model = (await growing.StartProjectionAsync(cancellationToken))!;
        }
    }

    private ValueTask CloseModelAsync() => Interlocked.Exchange(ref _model, null)?.DisposeAsync() ?? ValueTask.CompletedTask;
}
