using System.Globalization;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Runs a step of the suite <c>growth</c>: fills a store from sample to sample, and verifies it at the end.</summary>
internal sealed class GrowthRunner(Step step, IStoreUnderTest store, RunTools tools) : IStepRunner
{
    private readonly List<GrowthSample> _samples = [];
    private readonly DateTimeOffset _startedAt = tools.Time.GetUtcNow();
    private readonly long _start = tools.Time.GetTimestamp();
    private string? _failure;
    private TimeSpan? _rebuild;
    private TimeSpan? _restart;
    private long _sampled;

    public async Task<StepRecord> RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            tools.Progress.Phase(step, "opening");
            await using var kept = await store.Direct!.OpenKeptAsync(cancellationToken);
            var appends = new LoadRecorder(GrowthStep.Operation, maxWorkers: 1, tools.Time);
            var context = new ExperimentContext(step, store, GrowthStep.Workers, appends, tools);
            return await RunAsync(context, new GrowthStep(context, kept), cancellationToken);
        }
        catch (Exception e) when (IsStores(e) || (e is OperationCanceledException && cancellationToken.IsCancellationRequested))
        {
            // It could not be opened: there is nothing to verify.
            var reason = e is OperationCanceledException ? "the step was ended before its load began" : e.Message;
            var verdict = new VerdictRecord { Passed = false, Text = $"not verified: {reason}" };
            return Record(null, null, verdict, cancellationToken.IsCancellationRequested);
        }
    }

    private async Task<StepRecord> RunAsync(ExperimentContext context, GrowthStep growth, CancellationToken cancellationToken)
    {
        var fill = new GrowthFill(growth);
        var verification = new GrowthVerification(context, growth);
        IReadOnlyList<SecondRecord> seconds;
        await using (var sampler = new SecondSampler(
            s => Second(s, growth), store, [], s => tools.Progress.Second(step, s, new LoadTotals(growth.Acknowledged, 0, 0)), tools.Time))
        {
            sampler.Start();
            try
            {
                await GrowAsync(growth, fill, verification, cancellationToken);
            }
            catch (Exception e) when (IsStores(e))
            {
                _failure = e.Message;
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                // Ctrl-C: the samples so far stay, and what is there is verified.
            }

            seconds = await sampler.StopAsync();
        }

        tools.Progress.Phase(step, "verifying");
        var verdict = await verification.VerifyAsync(_failure);
        return Record(growth, fill, verdict, cancellationToken.IsCancellationRequested) with { Seconds = seconds };
    }

    private async Task GrowAsync(GrowthStep growth, GrowthFill fill, GrowthVerification verification, CancellationToken cancellationToken)
    {
        await using var background = step.Workload.Get(GrowthParameters.Background) is > 0 and var asked
            ? new GrowthBackground(asked, growth.AppendInBackgroundAsync, new SystemWaiter(), tools.Time)
            : null;
        var sampler = new GrowthSampler(growth, verification.Projection, verification.Subscription, background, store.ServerProcessIds);
        await fill.BeginAsync();
        while (fill.Filled < step.Workload.Get(GrowthParameters.Events))
        {
            var next = Math.Min(step.Workload.Get(GrowthParameters.Events), fill.Filled + step.Workload.Get(GrowthParameters.SampleEvery));
            tools.Progress.Phase(step, string.Create(CultureInfo.InvariantCulture, $"filling to {next:N0}"));
            var rate = await fill.ToAsync(next, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            tools.Progress.Phase(step, string.Create(CultureInfo.InvariantCulture, $"sample at {next:N0}"));
            _samples.Add(await sampler.TakeAsync(fill, rate, cancellationToken));
        }

        // The read model is verified as the rebuild has left it, so that nothing comes behind that.
        _restart = store.Direct!.Server is null ? await sampler.OpenAsync(cancellationToken) : null;
        tools.Progress.Phase(step, "rebuilding the projection");
        _rebuild = await verification.Projection.RebuildAsync(cancellationToken);
    }

    private SecondRecord Second(int second, GrowthStep growth)
    {
        var acknowledged = growth.Acknowledged;
        var record = growth.Flushes.TakeSecond(second) with { Successes = acknowledged - _sampled };
        _sampled = acknowledged;
        return record;
    }

    public static bool IsStores(Exception e) => e is StoreFailureException or StoreUnavailableException or OutcomeUnknownException;

    private static LoadRecorder[] Recorders(GrowthStep? growth) =>
        growth is null ? [] : [growth.Appends, growth.BackgroundAppends, growth.Flushes];

    private StepRecord Record(GrowthStep? growth, GrowthFill? fill, VerdictRecord verdict, bool interrupted) => new()
    {
        Number = step.Number,
        Suite = step.Suite.Name,
        Store = step.Store,
        Trial = step.Trial,
        StartedAt = _startedAt,
        Elapsed = tools.Time.GetElapsedTime(_start),
        Operations = [.. Recorders(growth).SelectMany(r => r.Operations())],
        Growth = growth is null ? null : new GrowthRecord
        {
            SampleEvery = step.Workload.Get(GrowthParameters.SampleEvery),
            Background = step.Workload.Get(GrowthParameters.Background) > 0 ? step.Workload.Get(GrowthParameters.Background) : null,
            EventBytes = growth.Events.Small.MeanBytes(step.Workload.Get(GrowthParameters.Events)),
            Samples = _samples,
            Rebuild = _rebuild,
            Restart = _restart,
        },
        Seconds = [],
        Verdict = verdict,
        Errors = Recorders(growth).SelectMany(r => r.Errors()).GroupBy(e => e.Key, StringComparer.Ordinal)
            .ToDictionary(g => g.Key, g => g.Sum(e => e.Value), StringComparer.Ordinal),
        Throughput = fill is { Elapsed.Ticks: > 0 } ? fill.Filled / fill.Elapsed.TotalSeconds : 0,
        Notes = step.Workload.Get(GrowthParameters.Background) is > 0 and var rate
            ? [FormattableString.Invariant($"While samples were taken, {rate} single appends a second were sent beside them.")]
            : [],
        Interrupted = interrupted,
    };
}
