namespace EventSourcingBench.Reporting.Model;

/// <summary>A choice that the reader of a chart has.</summary>
/// <param name="Name">What is chosen.</param>
/// <param name="Options">The options.</param>
/// <param name="Selected">Which one is shown first, from 0.</param>
public sealed record ChartSelector(string Name, IReadOnlyList<string> Options, int Selected = 0);
