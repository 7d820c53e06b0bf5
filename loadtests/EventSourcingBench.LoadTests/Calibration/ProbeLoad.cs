namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>Repeats one request by the built-in engine, as the suites do: the same engine, client and recorder.</summary>
internal sealed class ProbeLoad(HttpLoadClient client, HttpLoadRequest request, TimeProvider time)
{
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Makes one closed load.</summary>
    /// <returns>Requests a second, and bytes that this process allocated for a request, everything included.</returns>
    /// <exception cref="StoreFailureException">Requests failed.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<(double Rate, double BytesPerRequest)> RunAsync(
        int copies, TimeSpan warmUp, TimeSpan duration, CancellationToken cancellationToken)
    {
        var recorder = new LoadRecorder("probe", copies, time);
        var before = 0L;
        var measured = await new BuiltInEngine(time).RunAsync(
            new LoadScenario("probe", SendAsync),
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
        return totals.Requests == totals.Successes
            ? (totals.Successes / measured.Elapsed.TotalSeconds, (double)allocated / Math.Max(1, totals.Requests))
            : throw new StoreFailureException(
                $"{totals.Requests - totals.Successes} requests to {request.Address} failed; the generator's rate cannot be measured.");
    }

    private async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken) =>
        (await client.SendAsync(call.Worker, request, RequestTimeout, cancellationToken)).Outcome;
}
