namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>
/// Measures the built-in engine and <c>wrk</c> against an endpoint that does nothing, in turn, in one session, so that a
/// busy neighbour hits both.
/// </summary>
/// <param name="time">The clock; a load is only made with the system's.</param>
internal sealed class GeneratorProbe(TimeProvider time)
{
    private const int Connections = 8;
    private const int RecordedSamples = 100_000;
    private const int RecordingRounds = 3;

    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(1);

    /// <summary>Measures.</summary>
    /// <param name="address">Answers a GET with 2xx, in another process.</param>
    /// <param name="rounds">How often each is run; 1 or more.</param>
    /// <param name="secondsPerRound">How long each round takes, 1 or more; the engine warms up for a second before.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<GeneratorMeasurement> MeasureAsync(
        Uri address, int rounds, int secondsPerRound, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(rounds, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(secondsPerRound, 1);
        using var client = new HttpLoadClient(Connections);
        var load = new ProbeLoad(client, new HttpLoadRequest(HttpMethod.Get, address), time);
        var engine = new List<ProbeRound>();
        var wrk = new List<double>();
        for (var i = 0; i < rounds; i++)
        {
            engine.Add(await load.RunAsync(Connections, WarmUp, TimeSpan.FromSeconds(secondsPerRound), cancellationToken));
            if (await Wrk.RunAsync(address, Connections, secondsPerRound, cancellationToken) is { } rate)
            {
                wrk.Add(rate);
            }
        }

        return new GeneratorMeasurement
        {
            Connections = Connections,
            EngineRounds = [.. engine.Select(r => r.Rate)],
            WrkRounds = wrk,
            WrkUnavailable = wrk.Count == 0 ? Wrk.Missing : null,
            BytesPerRequest = engine.Max(r => r.BytesPerRequest),
            BytesOfRecording = BytesOfRecording(),
            Failures = engine.Sum(r => r.Failures),
        };
    }

    private long BytesOfRecording()
    {
        var recorder = new LoadRecorder("recording", Connections, time);
        Record(recorder, Connections);
        // A collection that another thread causes counts the rest of this thread's allocation context as allocated;
        // what recording itself allocates is there in every round.
        var least = long.MaxValue;
        for (var i = 0; i < RecordingRounds; i++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            Record(recorder, RecordedSamples);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }

    private void Record(LoadRecorder recorder, int samples)
    {
        for (var i = 0; i < samples; i++)
        {
            var end = time.GetTimestamp();
            recorder.Record(i % Connections, end - 2_000, end - 1_000, end, Outcome.Success);
        }
    }
}
