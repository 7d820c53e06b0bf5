namespace EventSourcingBench.Measurement.Load;

/// <summary>
/// Makes load. An engine only decides when a request is sent; what a request does is the scenario's matter, and what is
/// kept of it is the recorder's.
/// </summary>
public interface ILoadEngine
{
    /// <summary>The name that users say: <c>built-in</c>, <c>nbomber</c>.</summary>
    string Name { get; }

    /// <summary>The version, as the report names it.</summary>
    string Version { get; }

    /// <summary>
    /// Warms up, drains, measures. On cancellation it stops sending, waits for what is under way (each request has
    /// its own timeout) and returns what was measured so far.
    /// </summary>
    /// <param name="scenario">What to do.</param>
    /// <param name="simulation">How much of it.</param>
    /// <param name="recorder">
    /// Gets intended start, actual start, end and outcome of each measured request. The engine calls
    /// <see cref="LoadRecorder.StartMeasuring"/> after <paramref name="onWarm"/>, just before the first of them.
    /// </param>
    /// <param name="onWarm">
    /// Awaited between the drained warm-up and the measured time; the step's clock starts when it has ended.
    /// </param>
    /// <param name="cancellationToken">The user's Ctrl-C.</param>
    /// <returns>The start and the length of the measured time.</returns>
    Task<MeasuredTime> RunAsync(
        LoadScenario scenario,
        LoadSimulation simulation,
        LoadRecorder recorder,
        Func<ValueTask> onWarm,
        CancellationToken cancellationToken);
}
