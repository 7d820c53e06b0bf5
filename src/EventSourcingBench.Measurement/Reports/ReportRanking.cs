namespace EventSourcingBench.Measurement.Reports;

/// <summary>How the stores of a suite are ranked. Names of values and axes in its texts stand in braces.</summary>
/// <param name="Rule"><c>delay</c>, <c>rate</c> and <c>throughput</c> of requests, <c>greatest</c>, or <c>last part</c>.</param>
/// <param name="Measure">What stores are ranked by, in a few words.</param>
/// <param name="Text">The rule in one sentence; <c>{at}</c> is the place where they are compared.</param>
/// <param name="Value">What is ranked: a value, the greatest first; in <c>last part</c> a metric of the parts, the least first.</param>
/// <param name="Axis">In <c>greatest</c> the axis at whose greatest value stores are compared.</param>
/// <param name="Missing">What is said of a store without a value.</param>
/// <param name="Lacks">What is said of a store that was not measured where the others are compared.</param>
/// <param name="Best">What the best store did, better than the others.</param>
/// <param name="Only">What the only store did.</param>
/// <param name="Figure">The figure of the answer with its unit.</param>
/// <param name="Condition">Under which condition, with a blank or comma before it.</param>
/// <param name="Tail">What follows it where all its values are known.</param>
/// <param name="Unless">A value of steps that are compared only where no other step is left; null: none.</param>
/// <param name="AtRate">Whether stores are compared at one rate, the highest that most have, those that kept it first.</param>
public sealed record ReportRanking(
    string Rule, string Measure = "", string Text = "", string Value = "throughput", string Axis = "", string Missing = "",
    string Lacks = "", string Best = "completed most", string Only = "completed", string Figure = "", string Condition = "",
    string Tail = "", string? Unless = null, bool AtRate = false)
{
    /// <summary>The number of nodes, and what is said of a store that promises a majority and has one node.</summary>
    public IReadOnlyDictionary<string, string> Alone { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The columns between the store and the remarks.</summary>
    public IReadOnlyList<ReportColumn> Columns { get; init; } = [];

    /// <summary>A count or a flag, and what is remarked where it is not 0.</summary>
    public IReadOnlyDictionary<string, string> Remarks { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}
