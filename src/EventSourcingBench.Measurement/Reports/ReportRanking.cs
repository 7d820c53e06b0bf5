namespace EventSourcingBench.Measurement.Reports;

/// <summary>How the stores of a suite are ranked. Names of values and axes in its texts stand in braces.</summary>
/// <param name="Rule"><c>delay</c>, <c>rate</c> and <c>throughput</c> of requests, <c>greatest</c>, or <c>last part</c>.</param>
public sealed record ReportRanking(string Rule)
{
    /// <summary>Those of suites of requests: by projection delay where there is one, by the rate that was kept, by throughput.</summary>
    public static IReadOnlyList<ReportRanking> OfRequests { get; } = [new("delay"), new("rate"), new("throughput")];

    /// <summary>What stores are ranked by, in a few words.</summary>
    public string Measure { get; init; } = string.Empty;

    /// <summary>The rule in one sentence; <c>{at}</c> is the place where they are compared.</summary>
    public string Text { get; init; } = string.Empty;

    /// <summary>What is ranked: a value, the greatest first; in <c>last part</c> a metric of the parts, the least first.</summary>
    public string Value { get; init; } = "throughput";

    /// <summary>In <c>greatest</c> the axis at whose greatest value stores are compared.</summary>
    public string Axis { get; init; } = string.Empty;

    /// <summary>What is said of a store without a value.</summary>
    public string Missing { get; init; } = string.Empty;

    /// <summary>What is said of a store that was not measured where the others are compared.</summary>
    public string Lacks { get; init; } = string.Empty;

    /// <summary>The number of nodes, and what is said of a store that promises a majority and has one node.</summary>
    public IReadOnlyDictionary<string, string> Alone { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>What the best store did, better than the others.</summary>
    public string Best { get; init; } = "completed most";

    /// <summary>What the only store did.</summary>
    public string Only { get; init; } = "completed";

    /// <summary>The figure of the answer with its unit.</summary>
    public string Figure { get; init; } = string.Empty;

    /// <summary>Under which condition, with a blank or comma before it.</summary>
    public string Condition { get; init; } = string.Empty;

    /// <summary>The columns between the store and the remarks.</summary>
    public IReadOnlyList<ReportColumn> Columns { get; init; } = [];

    /// <summary>A count or a flag, and what is remarked where it is not 0.</summary>
    public IReadOnlyDictionary<string, string> Remarks { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}
