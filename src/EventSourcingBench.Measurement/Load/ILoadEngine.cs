namespace EventSourcingBench.Measurement.Load;

/// <summary>Makes load: decides when a request is sent. What it does is the scenario's matter, what is kept of it the recorder's.</summary>
public interface ILoadEngine
{
    /// <summary>The name that users say: <c>built-in</c>, <c>nbomber</c>.</summary>
    string Name { get; }

    string Version { get; }

    /// <summary>Warms up, drains, measures. On cancellation it stops sending, waits for what is under way (each request has its own
    /// timeout) and returns what was measured so far.</summary>
    /// <param name="recorder">Gets intended start, actual start, end and outcome of each measured request. The engine calls
    /// <see cref="LoadRecorder.StartMeasuring"/> after <paramref name="onWarm"/>, just before the first of them.</param>
    /// <param name="onWarm">Awaited between the drained warm-up and the measured time; the step's clock starts when it has ended.</param>
    Task<MeasuredTime> RunAsync(LoadScenario scenario, LoadSimulation simulation, LoadRecorder recorder, Func<ValueTask> onWarm,
        CancellationToken cancellationToken);
}

/// <param name="StartedAt">UTC.</param>
/// <param name="Elapsed">From the start to the later of the planned end and the last answer.</param>
/// <param name="Interrupted">True when it was cancelled before its planned end.</param>
/// <param name="EngineReport">The engine's own report, a file in <see cref="LoadScenario.ReportFolder"/>; null where it made none.</param>
public sealed record MeasuredTime(DateTimeOffset StartedAt, TimeSpan Elapsed, bool Interrupted, string? EngineReport = null)
{
    /// <summary>What a reader of the numbers must know of how the load was made, a sentence each.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}

/// <summary>An engine cannot make a load, or failed in making it. It ends the step; the message says why, in the user's words.</summary>
public sealed class LoadEngineException(string message, Exception? innerException = null) : Exception(message, innerException);

/// <summary>An engine that has a separate HTTP client, to be compared with the built-in one by <c>calibrate engines</c>.</summary>
public interface IHttpLoadProbe
{
    string ProbeName { get; }

    /// <summary>Sends GET requests in the closed model, by the engine's own client.</summary>
    /// <param name="connections">Copies, and connections; 1 or more.</param>
    /// <param name="duration">The measured time; one second or more.</param>
    /// <returns>Successful requests a second.</returns>
    /// <exception cref="LoadEngineException">A request failed.</exception>
    Task<double> MeasureAsync(Uri address, int connections, TimeSpan duration, CancellationToken cancellationToken);
}
