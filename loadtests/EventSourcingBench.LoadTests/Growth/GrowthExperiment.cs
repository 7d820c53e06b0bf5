namespace EventSourcingBench.LoadTests.Growth;

/// <summary>
/// The suite <c>growth</c>: fills a store from sample to sample, and verifies it at the end: events, timed reads, what the subscription
/// delivered at the samples, and the read model, as its rebuild has left it and as this process finds it when it has opened the store
/// once more.
/// </summary>
internal sealed class GrowthExperiment(ExperimentContext context) : IExperiment
{
    /// <summary>The suite <c>growth</c>.</summary>
    public static Suite Suite { get; } = new()
    {
        Name = "growth",
        Summary = "What appends, reads, projections and the disk come to as a store grows to millions of events",
        Models = [StoreModel.Streams],
        Operation = GrowthStep.Operation,
        Create = context => new GrowthExperiment(context),
        Workers = _ => GrowthStep.Workers,
        Detail = Suite.Kept<GrowthRecord>(GrowthDetail.Name),
        Ended = GrowthSummary.Ended,
        Table = (run, steps) => steps[0].Growth is null ? null : GrowthSummary.Table(run, steps),
        Parameters = GrowthParameters.All,
        Check = GrowthParameters.Check,
        Steps = GrowthParameters.Steps,
        TrialsInStep = true,
        Obstacle = BulkStore.Obstacle,
        Requires = "bulk appends",
        DefaultVia = Via.Direct,
        OnlyDirect = true,
    };

    private readonly List<GrowthSample> _samples = [];
    private readonly long _start = context.Tools.Time.GetTimestamp();
    private Parts? _parts;
    private IReadOnlyList<SecondRecord> _seconds = [];
    private TimeSpan? _rebuild;
    private TimeSpan? _restart;
    private long _sampled;

    private long Events => context.Step.Workload.Get(GrowthParameters.Events);

    private long SampleEvery => context.Step.Workload.Get(GrowthParameters.SampleEvery);

    private double? BackgroundRate => context.Step.Workload.Get(GrowthParameters.Background) is > 0 and var rate ? rate : null;

    private RunProgress Progress => context.Tools.Progress;

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        var growth = new GrowthStep(context, await context.Store.OpenKeptAsync(cancellationToken));
        _parts = new Parts(growth, new GrowthFill(growth), new GrowthProjection(growth), new GrowthSubscription(growth));
    }

    public async Task<StepResult> LoadAsync(StepResult result, CancellationToken cancellationToken)
    {
        var parts = _parts!;
        await using var sampler = new SecondSampler(
            Second,
            context.Store,
            [],
            s => Progress.Second(context.Step, s, new LoadTotals(parts.Growth.Acknowledged, 0, 0)),
            context.Tools.Time);
        sampler.Start();
        try
        {
            await GrowAsync(parts, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // Ctrl-C: the samples so far stay, and what is there is verified.
        }
        finally
        {
            _seconds = await sampler.StopAsync();
        }

        return result;
    }

    public async Task<VerdictRecord> VerifyAsync(string? failure)
    {
        if (_parts is not { } parts)
        {
            return StepVerification.NotVerified(failure ?? "the store was not opened");
        }

        IReadModelReader? model = null;
        try
        {
            model = parts.HasProjections ? await parts.Projection.OpenAsync(CancellationToken.None) : null;
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            // The events are verified all the same.
            failure ??= e.Message;
        }

        var verification = new StepVerification(context, parts.Growth.History, parts.Growth.Kept);
        var verdict = await verification.VerifyAsync(failure, projection: null, plan => parts.AddTo(plan, model));
        await parts.Projection.DisposeAsync();
        return TrialVerdicts.Sum([verdict], failure);
    }

    public StepResult Describe(StepResult result) => (_parts is not { } parts ? result : result with
    {
        Recorders = [parts.Growth.Appends, parts.Growth.BackgroundAppends, parts.Growth.Flushes],
        Detail = (GrowthDetail.Name, new GrowthRecord
        {
            SampleEvery = SampleEvery,
            Background = BackgroundRate,
            EventBytes = parts.Growth.Events.Small.MeanBytes(Events),
            Samples = _samples,
            Rebuild = _rebuild,
            Restart = _restart,
        }),
        Throughput = parts.Fill.Elapsed > TimeSpan.Zero ? parts.Fill.Filled / parts.Fill.Elapsed.TotalSeconds : 0,
    }) with
    {
        Elapsed = context.Tools.Time.GetElapsedTime(_start),
        Seconds = _seconds,
        Notes = BackgroundRate is { } rate
            ? [FormattableString.Invariant($"While samples were taken, {rate} single appends a second were sent beside them.")]
            : [],
    };

    public async ValueTask DisposeAsync() => await (_parts?.Growth.Kept.DisposeAsync() ?? ValueTask.CompletedTask);

    private async Task GrowAsync(Parts parts, CancellationToken cancellationToken)
    {
        var (growth, fill, projection, subscription) = parts;
        await using var background = BackgroundRate is { } rate
            ? new GrowthBackground(rate, growth.AppendInBackgroundAsync, new SystemWaiter(), growth.Time)
            : null;
        var sampler = new GrowthSampler(growth, projection, subscription, background, context.Store.ServerProcessIds);
        await fill.BeginAsync();
        while (fill.Filled < Events)
        {
            var next = Math.Min(Events, fill.Filled + SampleEvery);
            Progress.Phase(context.Step, string.Create(CultureInfo.InvariantCulture, $"filling to {next:N0}"));
            var filled = await fill.ToAsync(next, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            Progress.Phase(context.Step, string.Create(CultureInfo.InvariantCulture, $"sample at {next:N0}"));
            _samples.Add(await sampler.TakeAsync(fill, filled, cancellationToken));
        }

        // The read model is verified as the rebuild has left it, so that nothing comes behind that.
        _restart = context.Store.Server is null ? await sampler.OpenAsync(cancellationToken) : null;
        Progress.Phase(context.Step, "rebuilding the projection");
        _rebuild = await projection.RebuildAsync(cancellationToken);
    }

    private SecondRecord Second(int second)
    {
        var growth = _parts!.Growth;
        var acknowledged = growth.Acknowledged;
        var record = growth.Flushes.TakeSecond(second) with { Successes = acknowledged - _sampled };
        _sampled = acknowledged;
        return record;
    }

    // What there is when the store is open.
    private sealed record Parts(GrowthStep Growth, GrowthFill Fill, GrowthProjection Projection, GrowthSubscription Subscription)
    {
        public bool HasProjections => Growth.Store.Projections is not null;

        public VerificationPlan AddTo(VerificationPlan plan, IReadModelReader? model) => plan with
        {
            ReadModel = model,
            Rows = sent => Growth.RowOf(sent),
            EventOfRow = GrowthStep.EventOfRow,
            Subscriber = Subscription.Deliveries,
            CatchUp = Subscription.Deliveries is null ? null : cancel => Subscription.CatchUpAsync(isLoaded: false, cancel),
            Reopen = plan.Reopen is { } reopen ? cancel => ReopenAsync(reopen, cancel) : null,
            Remarks = HasProjections ? plan.Remarks : [.. plan.Remarks, StepVerification.NoProjections],
        };

        // The other process serves no read model of this suite: this process opens the store again when the other has read all events.
        private async Task<ReopenedStore> ReopenAsync(
            Func<CancellationToken, Task<ReopenedStore>> reopen, CancellationToken cancellationToken)
        {
            await Projection.DisposeAsync();
            var reopened = await reopen(cancellationToken);
            return HasProjections ? reopened with { ReadModel = OpenAgainAsync } : reopened;
        }

        private async Task<IReadModelReader> OpenAgainAsync(CancellationToken cancellationToken)
        {
            await Growth.Kept.OpenAgainAsync(cancellationToken);
            return await Projection.OpenAsync(cancellationToken);
        }
    }
}
