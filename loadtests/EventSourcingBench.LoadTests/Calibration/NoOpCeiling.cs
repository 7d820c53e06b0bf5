namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>What the generator reaches against an endpoint that reads a body and does nothing: no store can show more by the API.</summary>
internal static class NoOpCeiling
{
    private const int Rounds = 2;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(0.6);

    /// <summary>Measures the better of two rounds for each number of copies: a ceiling is what can be reached, not what a busy moment
    /// allows. It takes no longer than a step, and 0.6 s a round at most.</summary>
    public static async Task<IReadOnlyDictionary<int, double>> MeasureAsync(
        Uri api, IEnumerable<int> copies, ReadOnlyMemory<byte> body, TimeSpan step, TimeProvider time, CancellationToken cancellationToken)
    {
        var duration = step / Rounds < Longest ? step / Rounds : Longest;
        var request = new HttpLoadRequest(HttpMethod.Post, new Uri(api, "/noop"), body);
        var (ceiling, best) = (new SortedDictionary<int, double>(), 0.0);
        foreach (var count in copies.Distinct().Order())
        {
            using var client = new HttpLoadClient(count);
            var load = new ProbeLoad(client, request, time);
            for (var i = 0; i < Rounds; i++)
                best = Math.Max(best, (await load.RunAsync(count, duration / 3, duration, cancellationToken)).Rate);

            // What fewer copies reached, more can reach: a lower figure was a busy moment.
            ceiling.Add(count, best);
        }

        return ceiling;
    }
}

/// <summary>Repeats one request, sent by a worker, with the engine and the recorder of the suites.</summary>
internal sealed class ProbeLoad(string to, Func<int, ValueTask<Outcome>> send, TimeProvider time)
{
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(5);

    public ProbeLoad(HttpLoadClient client, HttpLoadRequest request, TimeProvider time)
        : this($"{request.Address}", async worker => (await client.SendAsync(worker, request, RequestTimeout)).Outcome, time)
    {
    }

    /// <returns>Requests a second, and bytes that this process allocated for a request, everything included.</returns>
    public async Task<(double Rate, double BytesPerRequest)> RunAsync(
        int copies, TimeSpan warmUp, TimeSpan duration, CancellationToken cancellationToken)
    {
        var recorder = new LoadRecorder("probe", copies, time);
        var before = 0L;
        var measured = await new BuiltInEngine(time).RunAsync(
            new LoadScenario("probe", (call, _) => send(call.Worker)), new LoadSimulation(warmUp, duration, copies), recorder, () =>
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
                $"{totals.Requests - totals.Successes} requests to {to} failed; the generator's rate cannot be measured.");
    }
}
