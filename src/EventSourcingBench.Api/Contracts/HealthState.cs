namespace EventSourcingBench.Api.Contracts;

/// <summary>The answer of a health endpoint on success.</summary>
/// <param name="Status"><c>live</c> or <c>ready</c>.</param>
public sealed record HealthState(string Status);
