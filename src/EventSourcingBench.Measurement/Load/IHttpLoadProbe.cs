namespace EventSourcingBench.Measurement.Load;

/// <summary>An engine that has a separate HTTP client, to be compared with the built-in one by <c>calibrate engines</c>.</summary>
public interface IHttpLoadProbe
{
    /// <summary>What the engine and its client are called.</summary>
    string ProbeName { get; }

    /// <summary>Sends GET requests in the closed model, by the engine's own client.</summary>
    /// <param name="address">Answers with 2xx.</param>
    /// <param name="connections">Copies, and connections; 1 or more.</param>
    /// <param name="duration">The measured time; one second or more.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>Successful requests a second.</returns>
    /// <exception cref="LoadEngineException">A request failed.</exception>
    Task<double> MeasureAsync(Uri address, int connections, TimeSpan duration, CancellationToken cancellationToken);
}
