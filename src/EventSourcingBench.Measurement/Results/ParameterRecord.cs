namespace EventSourcingBench.Measurement.Results;

/// <summary>The value of one parameter.</summary>
/// <param name="Name">The key in workload files.</param>
/// <param name="Title">What a report calls it, with the unit where the value has none: <c>Rates (requests/s)</c>.</param>
/// <param name="Value">As on the command line: <c>1,8</c>, <c>1.5s</c>, <c>64KB</c>.</param>
public sealed record ParameterRecord(string Name, string Title, string Value);
