namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>A load whose requests are recorded.</summary>
internal interface IMeasuredLoad
{
    /// <summary>Returns when the last answer is there.</summary>
    /// <exception cref="LoadEngineException">NBomber failed.</exception>
    Task<MeasuredTime> RunAsync();
}
