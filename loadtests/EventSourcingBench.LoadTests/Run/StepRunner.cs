using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Runs one step: a fresh store, warm-up, measured load, the projection's rest, verification. Whatever goes wrong with
/// the store becomes part of the step's record; other steps go on.
/// </summary>
internal sealed class StepRunner(Step step, IStoreUnderTest store, RunTools tools)
{
    private const string OtherClock =
        "Generators on other hosts stamp ApiCallTime by clocks of their own, so no projection delay is given: times of two clocks are never subtracted.";

    private readonly LoadSimulation _simulation = step.Simulation();

    public async Task<StepRecord> RunAsync(CancellationToken cancellationToken)
    {
        var symbols = Symbols.Create(step.Workload.Streams);
        var ledger = new Ledger(
            symbols.Select(s => new LedgerStream(Domain.CurrencyStreams.For(s).Value, s.Value)).ToList(), _simulation.MaxWorkers);
        var recorder = new LoadRecorder(AppendLoad.Operation, _simulation.MaxWorkers, tools.Time);
        var load = new AppendLoad(store, symbols, tools.Bars, ledger, recorder, step.Workload.Timeout, tools.Time);
        var projection = step.Suite.WithProjection ? new ProjectionWatch(store, load, tools.Time) : null;
        var reports = tools.ResultsFolder is null ? null : Path.Combine("engine", step.Number.ToString("000", CultureInfo.InvariantCulture));
        var result = new StepResult { StartedAt = tools.Time.GetUtcNow() };
        try
        {
            tools.Progress.Phase(step, "opening");
            await store.ResetAsync(_simulation.MaxWorkers, symbols, cancellationToken);
            await (projection?.StartAsync(cancellationToken) ?? Task.CompletedTask);
            result = await LoadAsync(load, recorder, projection, result, reports, cancellationToken);

            // From here on the step is brought to its end: Ctrl-C has had its effect.
            if (projection is not null)
            {
                tools.Progress.Phase(step, "waiting for the projection");
                var delays = await projection.FinishAsync();
                result = tools.Load.SharesClock
                    ? result with { ProjectionDelay = delays }
                    : result with { Notes = [.. result.Notes, OtherClock] };
            }
        }
        catch (Exception e) when (e is StoreFailureException or LoadEngineException)
        {
            recorder.RecordError(e.Message);
            result = result with { Failure = e.Message };
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            result = result with { Failure = "the step was ended before its load began" };
        }

        var verdict = await VerifyAsync(ledger, result);
        return Record(result, recorder, verdict, cancellationToken.IsCancellationRequested);
    }

    private async Task<StepResult> LoadAsync(
        AppendLoad load, LoadRecorder recorder, ProjectionWatch? projection, StepResult result, string? reports, CancellationToken cancellationToken)
    {
        await using var sampler = new SecondSampler(recorder, store, tools.Load.ProcessIds, second => tools.Progress.Second(step, second, recorder.Totals().Failures), tools.Time);
        tools.Progress.Phase(step, "warming up");
        var measured = await tools.Load.RunAsync(
            load,
            _simulation,
            recorder,
            async () =>
            {
                await (projection?.WarmAsync() ?? Task.CompletedTask);
                sampler.Start();
            },
            reports is null ? null : Path.Combine(tools.ResultsFolder!, reports),
            cancellationToken);
        return result with
        {
            StartedAt = measured.StartedAt,
            Elapsed = measured.Elapsed,
            Seconds = Within(measured.Elapsed, await sampler.StopAsync()),
            EngineReport = measured.EngineReport is { } file
                ? Path.GetRelativePath(tools.ResultsFolder!, file).Replace(Path.DirectorySeparatorChar, '/')
                : null,
            Notes = measured.Notes,
        };
    }

    // An engine may need a while to end after its last answer: seconds in which nothing was sent would look like an outage.
    private static IReadOnlyList<SecondRecord> Within(TimeSpan elapsed, IReadOnlyList<SecondRecord> seconds) =>
        [.. seconds.Take((int)Math.Max(1, elapsed.TotalSeconds))];

    private async Task<VerdictRecord> VerifyAsync(Ledger ledger, StepResult result)
    {
        tools.Progress.Phase(step, "verifying");
        var options = new VerifierOptions { ReadModel = step.Suite.WithProjection, Time = tools.Time };
        if (result.Failure is { } failure && ledger.Count == 0)
        {
            return new VerdictRecord { Passed = false, Text = $"not verified: {failure}" };
        }

        var verdict = await Verifier.VerifyAsync(ledger, store.ReadBack(), options, CancellationToken.None);
        // Nothing was put to the test: that is no good verdict, and no success of the run.
        return verdict is { Passed: true, Acknowledged: 0, UnknownApplied: 0 }
            ? verdict with { Passed = false, Text = "not verified: no event was acknowledged" }
            : verdict;
    }

    private StepRecord Record(StepResult result, LoadRecorder recorder, VerdictRecord verdict, bool interrupted)
    {
        var operations = recorder.Operations();
        var successes = operations.Where(o => o.Outcome == Outcome.Success).Sum(o => o.ServiceTime.Count);
        var throughput = result.Elapsed > TimeSpan.Zero ? successes / result.Elapsed.TotalSeconds : 0;
        return new StepRecord
        {
            Number = step.Number,
            Suite = step.Suite.Name,
            Store = step.Store,
            Trial = step.Trial,
            Copies = step.Copies,
            Rate = step.Rate,
            Ramp = step.Workload.Ramp,
            StartedAt = result.StartedAt,
            Elapsed = result.Elapsed,
            Operations = operations,
            ProjectionDelay = result.ProjectionDelay,
            Seconds = result.Seconds,
            Verdict = verdict,
            Errors = recorder.Errors(),
            Throughput = throughput,
            ShareOfCeiling = step.Copies is { } copies && tools.Ceiling.TryGetValue(copies, out var ceiling) ? throughput / Math.Max(ceiling, throughput) : null,
            EngineReport = result.EngineReport,
            Notes = result.Notes,
            Interrupted = interrupted,
        };
    }
}
