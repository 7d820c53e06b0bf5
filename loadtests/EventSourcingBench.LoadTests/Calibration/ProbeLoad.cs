namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>Repeats one request by the built-in engine, as the suites do: the same engine, client and recorder.</summary>
internal sealed class ProbeLoad(HttpLoadClient client, HttpLoadRequest request, TimeProvider time)
{
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Makes one closed load.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<ProbeRound> RunAsync(
        int copies, TimeSpan warmUp, TimeSpan duration, CancellationToken cancellationToken)
    {
        var recorder = new LoadRecorder("probe", copies, time);
        var scenario = new LoadScenario("probe", SendAsync);
        var before = 0L;
        var measured = await new BuiltInEngine(time).RunAsync(
            scenario,
            new LoadSimulation { Copies = copies, WarmUp = warmUp, Duration = duration },
            recorder,
            () =>
            {
                before = GC.GetTotalAllocatedBytes(precise: true);
                return ValueTask.CompletedTask;
            },
            cancellationToken);
        var allocated = GC.GetTotalAllocatedBytes(precise: true) - before;
        cancellationToken.ThrowIfCancellationRequested();

        var totals = recorder.Totals();
        return new ProbeRound(
            totals.Successes / measured.Elapsed.TotalSeconds,
            (double)allocated / Math.Max(1, totals.Requests),
            totals.Requests - totals.Successes);
    }

    private async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken) =>
        (await client.SendAsync(call.Worker, request, RequestTimeout, cancellationToken)).Outcome;
}
