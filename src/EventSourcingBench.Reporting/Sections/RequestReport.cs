using System.Reflection;

namespace EventSourcingBench.Reporting.Sections;

/// <summary>What all suites of requests have in common, as data: <c>requests.report.json</c>. Suites name the rankings and the groups of
/// sections. <c>Terms</c>: what the section on method explains in every report, and in those of microbenchmarks.</summary>
internal sealed record RequestReport(
    IReadOnlyDictionary<string, ReportMetric> Metrics, IReadOnlyDictionary<string, ReportRanking> Rankings,
    IReadOnlyDictionary<string, IReadOnlyList<ReportSection>> Sections,
    IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> Terms)
{
    private const string Censored =
        "A request without an answer, or with an error, counts as slower than every answered one: where a percentile falls among such "
        + "requests it is a lower bound, marked ≥.";

    private const string Service = " Service time is end minus actual start, of successful requests only.";

    public static RequestReport Common { get; } = Read();

    /// <summary>Whether loads are rates. Only then do service and response time differ.</summary>
    public static bool IsOpen(IReadOnlyList<Cell> cells) => cells[0].Load.IsOpen;

    /// <summary>The loads, whatever was stored before, without the unit that the axis says.</summary>
    public static Axis Sizes(bool open) =>
        Axis.Bare with { Name = open ? "Rate (requests/s)" : "Copies", Of = c => c.Load.Ramp ? Axis.Bare.Of(c) : c.Load.Size };

    /// <summary>A text with what depends on the steps, and what is said of requests without an answer.</summary>
    public static string Say(string text, IReadOnlyList<Cell> cells) => Say(text, IsOpen(cells))
        .Replace("{interval}", Format.IntervalOf(cells.Select(c => c.Rates.Count)), StringComparison.Ordinal);

    /// <summary>The same of steps that have no interval.</summary>
    public static string Say(string text, bool open) => text
        .Replace("{by load}", open ? "by rate" : "by copies", StringComparison.Ordinal)
        .Replace("{at load}", open ? " at a rate" : string.Empty, StringComparison.Ordinal)
        .Replace("{service}", open ? Service : string.Empty, StringComparison.Ordinal)
        .Replace("{censored}", Censored, StringComparison.Ordinal);

    private static RequestReport Read()
    {
        using var file = Assembly.GetExecutingAssembly().GetManifestResourceStream("requests.report.json")!;
        return JsonSerializer.Deserialize<RequestReport>(file, RunJson.Compact)!;
    }
}
