namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>Measures the built-in engine and another generator in turn, against an endpoint of another process that does nothing.</summary>
internal sealed class GeneratorProbe(Uri address, TimeProvider time)
{
    public const int Connections = 8;

    private const int RecordedSamples = 100_000;
    private const int RecordingRounds = 3;

    /// <summary>Measures.</summary>
    /// <param name="rounds">How often each is run.</param>
    /// <param name="warmUp">Load of the engine before each of its rounds.</param>
    /// <param name="duration">Length of each round of the engine.</param>
    /// <param name="otherAsync">Runs the other once and returns requests a second; null where it is not installed.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The rates, and the most bytes that this process allocated for a request of the engine's.</returns>
    /// <exception cref="StoreFailureException">A request of the engine's failed.</exception>
    public async Task<(TurnRates Rates, double BytesPerRequest)> MeasureAsync(
        int rounds, TimeSpan warmUp, TimeSpan duration, Func<Task<double?>> otherAsync, CancellationToken cancellationToken)
    {
        using var client = new HttpLoadClient(Connections);
        var load = new ProbeLoad(client, new HttpLoadRequest(HttpMethod.Get, address), time);
        var (own, others, bytes) = (new List<double>(), new List<double?>(), 0.0);
        for (var i = 0; i < rounds; i++)
        {
            var round = await load.RunAsync(Connections, warmUp, duration, cancellationToken);
            own.Add(round.Rate);
            bytes = Math.Max(bytes, round.BytesPerRequest);
            others.Add(await otherAsync());
        }

        return (new TurnRates(own, [.. others.OfType<double>()]), bytes);
    }

    /// <summary>Bytes that recording 100,000 samples allocates.</summary>
    public static long BytesOfRecording(TimeProvider time)
    {
        var recorder = new LoadRecorder("recording", Connections, time);
        Record(recorder, Connections, time);

        // A collection that another thread causes counts the rest of this thread's allocation context as allocated;
        // what recording itself allocates is there in every round.
        return Enumerable.Range(0, RecordingRounds).Min(_ =>
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            Record(recorder, RecordedSamples, time);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        });
    }

    private static void Record(LoadRecorder recorder, int samples, TimeProvider time)
    {
        for (var i = 0; i < samples; i++)
        {
            var end = time.GetTimestamp();
            recorder.Record(i % Connections, end - 2_000, end - 1_000, end, Outcome.Success);
        }
    }
}

/// <summary>Operations a second of two that take turns on one machine, round by round, so that a busy neighbour hits both.</summary>
/// <param name="Own">What is measured.</param>
/// <param name="Other">What it is compared with; empty where that is not installed.</param>
internal sealed record TurnRates(IReadOnlyList<double> Own, IReadOnlyList<double> Other)
{
    public double OwnRate => Medians.Of(Own);

    public double? OtherRate => Other.Count == 0 ? null : Medians.Of(Other);

    /// <summary>
    /// The median of the rounds' ratios, because what else the machine does changes from round to round; null without the other.
    /// </summary>
    public double? Ratio => Other.Count == 0 ? null : Medians.Of(Own.Zip(Other, (own, other) => own / other));
}
