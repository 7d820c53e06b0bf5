namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>
/// Measures the built-in engine and another one, each with its own HTTP client, against an endpoint that does nothing: in
/// turn, in one session, so that a busy neighbour hits both.
/// </summary>
/// <param name="time">The clock; a load is only made with the system's.</param>
internal sealed class EngineProbe(TimeProvider time)
{
    /// <summary>The least that the built-in engine must reach, as a multiple of the other.</summary>
    public const double LeastRatio = 1.2;

    // More than elsewhere: the bar is near what is reached, and other work on the machine blurs it.
    private const int Rounds = 5;

    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    /// <summary>Measures.</summary>
    /// <returns>Requests a second of each, and how many times the other's the built-in engine's are: medians of the rounds.</returns>
    /// <exception cref="LoadEngineException">A request of the other's failed.</exception>
    /// <exception cref="StoreFailureException">A request of the built-in engine's failed.</exception>
    public async Task<(double BuiltIn, double Other, double Ratio)> MeasureAsync(
        Uri address, IHttpLoadProbe other, int connections, TimeSpan duration, CancellationToken cancellationToken)
    {
        using var client = new HttpLoadClient(connections);
        var load = new ProbeLoad(client, new HttpLoadRequest(HttpMethod.Get, address), time);
        var (own, others) = (new List<double>(), new List<double>());
        for (var i = 0; i < Rounds; i++)
        {
            var round = await load.RunAsync(connections, WarmUp, duration, cancellationToken);
            if (round.Failures > 0)
            {
                throw new StoreFailureException($"{round.Failures} requests to {address} failed.");
            }

            own.Add(round.Rate);
            others.Add(await other.MeasureAsync(address, connections, duration, cancellationToken));
        }

        return (Median(own), Median(others), Median(own.Zip(others, (o, a) => o / a)));
    }

    private static double Median(IEnumerable<double> values) => values.Order().ElementAt(Rounds / 2);
}
