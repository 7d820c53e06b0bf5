namespace EventSourcingBench.LoadTests.Growth;

/// <summary>The suite <c>growth</c>: fills a store from sample to sample, and verifies it at the end.</summary>
internal sealed class GrowthExperiment(ExperimentContext context) : IExperiment
{
    private readonly List<GrowthSample> _samples = [];
    private readonly long _start = context.Tools.Time.GetTimestamp();
    private KeptStore? _kept;
    private GrowthStep? _growth;
    private GrowthFill? _fill;
    private GrowthVerification? _verification;
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
        _kept = await context.Store.Direct!.OpenKeptAsync(cancellationToken);
        _growth = new GrowthStep(context, _kept);
        _fill = new GrowthFill(_growth);
        _verification = new GrowthVerification(context, _growth);
    }

    public async Task<StepResult> LoadAsync(StepResult result, CancellationToken cancellationToken)
    {
        await using var sampler = new SecondSampler(
            Second,
            context.Store,
            [],
            s => Progress.Second(context.Step, s, new LoadTotals(_growth!.Acknowledged, 0, 0)),
            context.Tools.Time);
        sampler.Start();
        try
        {
            await GrowAsync(_growth!, _fill!, _verification!, cancellationToken);
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

    // Where the store could not be opened there is nothing to verify.
    public Task<VerdictRecord> VerifyAsync(string? failure) =>
        _verification?.VerifyAsync(failure) ?? Task.FromResult(StepVerification.NotVerified(failure ?? "the store was not opened"));

    public StepResult Describe(StepResult result) => result with
    {
        Elapsed = context.Tools.Time.GetElapsedTime(_start),
        Recorders = _growth is null ? result.Recorders : [_growth.Appends, _growth.BackgroundAppends, _growth.Flushes],
        Detail = _growth is null ? null : (GrowthDetail.Name, new GrowthRecord
        {
            SampleEvery = SampleEvery,
            Background = BackgroundRate,
            EventBytes = _growth.Events.Small.MeanBytes(Events),
            Samples = _samples,
            Rebuild = _rebuild,
            Restart = _restart,
        }),
        Seconds = _seconds,
        Throughput = _fill is { Elapsed.Ticks: > 0 } fill ? fill.Filled / fill.Elapsed.TotalSeconds : 0,
        Notes = BackgroundRate is { } rate
            ? [FormattableString.Invariant($"While samples were taken, {rate} single appends a second were sent beside them.")]
            : [],
    };

    public async ValueTask DisposeAsync() => await (_kept?.DisposeAsync() ?? ValueTask.CompletedTask);

    private async Task GrowAsync(GrowthStep growth, GrowthFill fill, GrowthVerification verification, CancellationToken cancellationToken)
    {
        await using var background = BackgroundRate is { } rate
            ? new GrowthBackground(rate, growth.AppendInBackgroundAsync, new SystemWaiter(), growth.Time)
            : null;
        var sampler = new GrowthSampler(
            growth, verification.Projection, verification.Subscription, background, context.Store.ServerProcessIds);
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
        _restart = context.Store.Direct!.Server is null ? await sampler.OpenAsync(cancellationToken) : null;
        Progress.Phase(context.Step, "rebuilding the projection");
        _rebuild = await verification.Projection.RebuildAsync(cancellationToken);
    }

    private SecondRecord Second(int second)
    {
        var acknowledged = _growth!.Acknowledged;
        var record = _growth.Flushes.TakeSecond(second) with { Successes = acknowledged - _sampled };
        _sampled = acknowledged;
        return record;
    }
}
