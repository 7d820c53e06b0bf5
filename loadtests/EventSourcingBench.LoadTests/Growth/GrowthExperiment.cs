namespace EventSourcingBench.LoadTests.Growth;

/// <summary>The suite <c>growth</c>: fills a store from sample to sample, and verifies it at the end: events, timed reads, what the
/// subscription delivered at the samples, and the read model, as its rebuild has left it and as this process finds it when it has opened
/// the store once more.</summary>
internal sealed class GrowthExperiment(ExperimentContext context) : IExperiment
{
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
    private GrowthStep? _growth;
    private IReadOnlyList<SecondRecord> _seconds = [];
    private TimeSpan? _rebuild;
    private TimeSpan? _restart;
    private long _sampled;

    private long Events => context.Step.Workload.Get(GrowthParameters.Events);

    private long SampleEvery => context.Step.Workload.Get(GrowthParameters.SampleEvery);

    private double? BackgroundRate => context.Step.Workload.Get(GrowthParameters.Background) is > 0 and var rate ? rate : null;

    private RunProgress Progress => context.Tools.Progress;

    public async Task PrepareAsync(CancellationToken cancellationToken) =>
        _growth = new GrowthStep(context, await context.Store.OpenKeptAsync(cancellationToken));

    public async Task<StepResult> LoadAsync(StepResult result, CancellationToken cancellationToken)
    {
        var growth = _growth!;
        await using var sampler = new SecondSampler(
            Second,
            context.Store,
            [],
            s => Progress.Second(context.Step, s, new LoadTotals(growth.Acknowledged, 0, 0)),
            context.Tools.Time);
        sampler.Start();
        try
        {
            await GrowAsync(growth, cancellationToken);
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
        if (_growth is not { } growth)
            return StepVerification.NotVerified(failure ?? "the store was not opened");

        IReadModelReader? model = null;
        try
        {
            model = growth.HasProjections ? await growth.Projection.OpenAsync(CancellationToken.None) : null;
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            // The events are verified all the same.
            failure ??= e.Message;
        }

        var verification = new StepVerification(context, growth.History, growth.Kept);
        var verdict = await verification.VerifyAsync(failure, projection: null, plan => Judged(plan, growth, model));
        await growth.Projection.DisposeAsync();
        return TrialVerdicts.Sum([verdict], failure);
    }

    public StepResult Describe(StepResult result) => (_growth is not { } growth ? result : result with
    {
        Recorders = [growth.Appends, growth.BackgroundAppends, growth.Flushes],
        Detail = (GrowthDetail.Name, new GrowthRecord
        {
            SampleEvery = SampleEvery,
            Background = BackgroundRate,
            EventBytes = growth.Events.Small.MeanBytes(Events),
            Samples = _samples,
            Rebuild = _rebuild,
            Restart = _restart,
        }),
        Throughput = growth.Fill.Elapsed > TimeSpan.Zero ? growth.Fill.Filled / growth.Fill.Elapsed.TotalSeconds : 0,
    }) with
    {
        Elapsed = context.Tools.Time.GetElapsedTime(_start),
        Seconds = _seconds,
        Notes = BackgroundRate is { } rate
            ? [FormattableString.Invariant($"While samples were taken, {rate} single appends a second were sent beside them.")]
            : [],
    };

    public async ValueTask DisposeAsync() => await (_growth?.Kept.DisposeAsync() ?? ValueTask.CompletedTask);

    private async Task GrowAsync(GrowthStep growth, CancellationToken cancellationToken)
    {
        var fill = growth.Fill;
        await using var background = BackgroundRate is { } rate
            ? new GrowthBackground(rate, growth.AppendInBackgroundAsync, new SystemWaiter(), growth.Time)
            : null;
        var sampler = new GrowthSampler(growth, background, context.Store.ServerProcessIds);
        await fill.BeginAsync();
        while (fill.Filled < Events)
        {
            var next = Math.Min(Events, fill.Filled + SampleEvery);
            Progress.Phase(context.Step, string.Create(CultureInfo.InvariantCulture, $"filling to {next:N0}"));
            var filled = await fill.ToAsync(next, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            Progress.Phase(context.Step, string.Create(CultureInfo.InvariantCulture, $"sample at {next:N0}"));
            _samples.Add(await sampler.TakeAsync(filled, cancellationToken));
        }

        // The read model is verified as the rebuild has left it, so that nothing comes behind that.
        _restart = context.Store.Server is null ? await sampler.OpenAsync(cancellationToken) : null;
        Progress.Phase(context.Step, "rebuilding the projection");
        _rebuild = await growth.Projection.RebuildAsync(cancellationToken);
    }

    private SecondRecord Second(int second)
    {
        var growth = _growth!;
        var acknowledged = growth.Acknowledged;
        var record = growth.Flushes.TakeSecond(second) with { Successes = acknowledged - _sampled };
        _sampled = acknowledged;
        return record;
    }

    private static VerificationPlan Judged(VerificationPlan plan, GrowthStep growth, IReadModelReader? model)
    {
        var deliveries = growth.Subscription.Deliveries;
        return plan with
        {
            ReadModel = model,
            Rows = sent => growth.RowOf(sent),
            EventOfRow = GrowthStep.EventOfRow,
            Subscriber = deliveries,
            CatchUp = deliveries is null ? null : cancel => growth.Subscription.CatchUpAsync(isLoaded: false, cancel),
            Reopen = plan.Reopen is { } reopen ? ReopenAsync : null,
            Remarks = growth.HasProjections ? plan.Remarks : [.. plan.Remarks, StepVerification.NoProjections],
        };

        // The other process serves no read model of this suite: this process opens the store again when the other has read all events.
        async Task<ReopenedStore> ReopenAsync(CancellationToken cancellationToken)
        {
            await growth.Projection.DisposeAsync();
            var reopened = await reopen(cancellationToken);
            return growth.HasProjections ? reopened with { ReadModel = OpenAgainAsync } : reopened;
        }

        async Task<IReadModelReader> OpenAgainAsync(CancellationToken cancellationToken)
        {
            await growth.Kept.OpenAgainAsync(cancellationToken);
            return await growth.Projection.OpenAsync(cancellationToken);
        }
    }
}
