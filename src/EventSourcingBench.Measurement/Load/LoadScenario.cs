namespace EventSourcingBench.Measurement.Load;

/// <summary>What is done again and again. Neutral towards engines.</summary>
/// <param name="Name">Such as <c>append</c>: the name of the operation in the record.</param>
/// <param name="RunAsync">
/// One request. It ends with the outcome and never throws for a store's error; an exception is a defect and ends the
/// step. It applies its own timeout. Called concurrently, but never twice at once for one
/// <see cref="LoadCall.Worker"/>.
/// </param>
public sealed record LoadScenario(string Name, Func<LoadCall, CancellationToken, ValueTask<Outcome>> RunAsync)
{
    /// <summary>A folder for this load alone, where an engine may leave a separate report; null: none is wanted.</summary>
    public string? ReportFolder { get; init; }
}
