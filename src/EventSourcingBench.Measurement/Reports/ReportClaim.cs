namespace EventSourcingBench.Measurement.Reports;

/// <summary>What a publication claims in words, and the rule that decides from a run whether it holds here.</summary>
/// <param name="Source">The publication, and what of it was read.</param>
/// <param name="Needs">What a run needs so that the claim can be tested; without a rule why no run can test it.</param>
/// <param name="Rule">The name of the rule; the README of Reporting lists them. Null where nothing here can test the claim.</param>
/// <param name="Value">What is compared: a metric or a value of a trial.</param>
/// <param name="Over">The axis that is looked along, or <c>seconds</c> of the measured time; of <c>follows</c> the followed value.</param>
/// <param name="One">The places on the axis that are compared; empty for its two ends. A name, the beginning of names (<c>dcb-*</c>), a
/// bound of numbers (<c>≤10000</c>, <c>≥2</c>), or <c>least</c>, <c>greatest</c>, <c>next</c> (to the greatest).</param>
/// <param name="Other">The places that they are compared with, likewise.</param>
/// <param name="Margin">The margin of ratios within which a difference does not count; null for that of the run. 1: twice as much.</param>
public sealed record ReportClaim(
    string Text, string Source, string Needs, string? Rule = null, string Value = "throughput", string Over = "", string One = "",
    string Other = "", double? Margin = null)
{
    /// <summary>The axes that compared steps share, each combination of which has an answer. Default: the store.</summary>
    public IReadOnlyList<string> Each { get; init; } = ["store"];

    /// <summary>The steps that the claim speaks of: axes and their places, as in <see cref="One"/>.</summary>
    public IReadOnlyDictionary<string, string> Where { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}
