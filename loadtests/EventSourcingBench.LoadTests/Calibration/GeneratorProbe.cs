namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>Measures the built-in engine and another generator in turn, against an endpoint of another process that does nothing.</summary>
internal sealed class GeneratorProbe(Uri address, TimeProvider time)
{
    public const int Connections = 8;

    private const int RecordedSamples = 100_000;
    private const int RecordingRounds = 3;

    /// <returns>The rates, and the most bytes that this process allocated for a request of the engine's.</returns>
    public async Task<(TurnRates Rates, double BytesPerRequest)> MeasureAsync(
        int rounds, TimeSpan warmUp, TimeSpan duration, Func<Task<double?>> otherAsync, CancellationToken cancellationToken)
    {
        using var client = new HttpLoadClient(Connections);
        var load = new ProbeLoad(client, new HttpLoadRequest(HttpMethod.Get, address), time);
        var (own, others) = (new List<(double Rate, double BytesPerRequest)>(), new List<double?>());
        for (var i = 0; i < rounds; i++)
        {
            own.Add(await load.RunAsync(Connections, warmUp, duration, cancellationToken));
            others.Add(await otherAsync());
        }

        return (new TurnRates([.. own.Select(o => o.Rate)], [.. others.OfType<double>()]), own.Max(o => o.BytesPerRequest));
    }

    public static long BytesOfRecording(TimeProvider time)
    {
        var recorder = new LoadRecorder("recording", Connections, time);
        Record(Connections);

        // A collection that another thread causes counts the rest of this thread's allocation context as allocated;
        // what recording itself allocates is there in every round.
        return Enumerable.Range(0, RecordingRounds).Min(_ =>
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            Record(RecordedSamples);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        });

        void Record(int samples)
        {
            for (var i = 0; i < samples; i++)
            {
                var end = time.GetTimestamp();
                recorder.Record(i % Connections, end - 2_000, end - 1_000, end, Outcome.Success);
            }
        }
    }
}

/// <summary>Operations a second of two that take turns on one machine, round by round, so that a busy neighbour hits both.</summary>
/// <param name="Other">What it is compared with; empty where that is not installed.</param>
internal sealed record TurnRates(IReadOnlyList<double> Own, IReadOnlyList<double> Other)
{
    public double OwnRate => Medians.Of(Own);

    public double? OtherRate => Other.Count == 0 ? null : Medians.Of(Other);

    // Of the rounds' ratios, because what else the machine does changes from round to round.
    public double? Ratio => Other.Count == 0 ? null : Medians.Of(Own.Zip(Other, (own, other) => own / other));
}

internal static partial class Wrk
{
    private static readonly TimeSpan StartAndEnd = TimeSpan.FromMinutes(1);

    public static Unavailable Missing { get; } = new(
        "wrk is not on the PATH, so the generator has nothing to be compared with.",
        "Install it: apt-get install wrk, or brew install wrk.");

    /// <returns>GET requests a second, over some whole seconds; null where wrk is not installed.</returns>
    public static async Task<double?> RunAsync(Uri address, TimeSpan duration, CancellationToken cancellationToken)
    {
        var options = FormattableString.Invariant(
            $"-t2 -c{GeneratorProbe.Connections} -d{duration.TotalSeconds:0}s {address.AbsoluteUri}");
        var start = new ProcessStartInfo("wrk", options.Split(' '));
        if (await ChildCommand.RunAsync(start, duration + StartAndEnd, cancellationToken) is not { } result)
            return null;

        var output = string.Join('\n', result.Output);
        return Parse(output) ?? throw new StoreFailureException($"wrk gave no usable number: {output}");
    }

    /// <summary>Requests a second from what wrk prints; null where there are none, or where requests failed.</summary>
    public static double? Parse(string output)
    {
        var match = RequestsPerSecond().Match(output);
        var isWhole = !output.Contains("Non-2xx", StringComparison.Ordinal) && !output.Contains("Socket errors", StringComparison.Ordinal);
        return match.Success && isWhole ? double.Parse(match.Groups["rate"].ValueSpan, CultureInfo.InvariantCulture) : null;
    }

    [GeneratedRegex(@"^Requests/sec:\s+(?<rate>[0-9.]+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex RequestsPerSecond();
}
