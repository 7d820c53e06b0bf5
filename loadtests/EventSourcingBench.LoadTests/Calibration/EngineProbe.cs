using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Measures the built-in engine and another one, each with its own HTTP client, against an endpoint that does nothing: in
/// turn, in one session, so that a busy neighbour hits both.
/// </summary>
/// <param name="time">The clock; a load is only made with the system's.</param>
internal sealed class EngineProbe(TimeProvider time)
{
    /// <summary>The least that the built-in engine must reach, as a multiple of the other.</summary>
    public const double LeastRatio = 1.2;

    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    /// <summary>Measures.</summary>
    /// <returns>Requests a second of each, the medians of the rounds.</returns>
    /// <exception cref="LoadEngineException">A request of the other's failed.</exception>
    /// <exception cref="StoreFailureException">A request of the built-in engine's failed.</exception>
    public async Task<(double BuiltIn, double Other)> MeasureAsync(
        Uri address, IHttpLoadProbe other, int connections, int rounds, TimeSpan duration, CancellationToken cancellationToken)
    {
        using var client = new HttpLoadClient(connections);
        var load = new ProbeLoad(client, new HttpLoadRequest(HttpMethod.Get, address), time);
        var (own, others) = (new List<double>(), new List<double>());
        for (var i = 0; i < rounds; i++)
        {
            var round = await load.RunAsync(connections, WarmUp, duration, cancellationToken);
            if (round.Failures > 0)
            {
                throw new StoreFailureException($"{round.Failures} requests to {address} failed.");
            }

            own.Add(round.Rate);
            others.Add(await other.MeasureAsync(address, connections, duration, cancellationToken));
        }

        return (Median(own), Median(others));
    }

    private static double Median(List<double> values)
    {
        values.Sort();
        return (values[(values.Count - 1) / 2] + values[values.Count / 2]) / 2;
    }
}
