namespace EventSourcingBench.Measurement.Results;

/// <summary>How the store came to rest before the load of a step: how long that took, and what it did; or why it did not.</summary>
public sealed record RestRecord(TimeSpan Took, string? Done = null, string? Failure = null)
{
    /// <summary>Its name in the record of a step.</summary>
    public const string Name = "rest";
}
