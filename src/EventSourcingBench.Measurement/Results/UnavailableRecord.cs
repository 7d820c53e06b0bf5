namespace EventSourcingBench.Measurement.Results;

/// <summary>Something that could not run.</summary>
/// <param name="Name">A store, an engine or a provisioner.</param>
/// <param name="Reason">Why, in one sentence.</param>
/// <param name="Fix">What to install or set.</param>
public sealed record UnavailableRecord(string Name, string Reason, string Fix);
