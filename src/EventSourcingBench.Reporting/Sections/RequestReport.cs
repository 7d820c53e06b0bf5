namespace EventSourcingBench.Reporting.Sections;

/// <summary>What reports have in common, as data: <c>requests.report.json</c>. Suites of requests name the rankings and the groups of
/// sections. <c>Terms</c>: what the section on method explains in every report, and in those of microbenchmarks. <c>Benchmarks</c>: the
/// classes of microbenchmarks in the order of the page. <c>Claims</c>: those of the class whose figures were published.
/// <c>Distribution</c>, <c>Percentiles</c>: the columns of each table of such a chart. <c>Ranked</c>: the first ones of
/// each ranking here.</summary>
internal sealed record RequestReport(
    IReadOnlyDictionary<string, ReportMetric> Metrics, IReadOnlyDictionary<string, ReportRanking> Rankings,
    IReadOnlyDictionary<string, IReadOnlyList<ReportSection>> Sections,
    IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> Terms, IReadOnlyDictionary<string, string> Phrases,
    IReadOnlyDictionary<string, AnalysisText> Analyses, IReadOnlyList<BenchmarkText> Benchmarks, PublishedFigures LoadFigures,
    IReadOnlyDictionary<string, Flag> Flags, IReadOnlyList<ReportClaim> Claims, IReadOnlyList<ReportColumn> Distribution,
    IReadOnlyList<ReportColumn> Percentiles, IReadOnlyList<ReportColumn> Ranked)
{
    public static RequestReport Common { get; } = JsonSerializer.Deserialize<RequestReport>(
        typeof(RequestReport).Assembly.GetManifestResourceStream("requests.report.json")!, RunJson.Compact)!;

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
        .Replace("{service}", open ? Common.Phrases["service"] : string.Empty, StringComparison.Ordinal)
        .Replace("{distribution}", Common.Phrases["distribution"], StringComparison.Ordinal)
        .Replace("{censored}", Common.Phrases["censored"], StringComparison.Ordinal);

    /// <summary>A flag of this name where it is so, with values in the places of its text.</summary>
    public static Flag? FlagIf(bool isSo, string name, params object?[] values) => !isSo ? null
        : Common.Flags[name] with { Text = string.Format(CultureInfo.InvariantCulture, Common.Flags[name].Text, values) };
}

/// <summary>What an analysis says: of its chart or table, how that is to be read, and below its table.</summary>
internal sealed record AnalysisText(string Title = "", string Text = "", string Note = "");

/// <summary>What a class of microbenchmarks does, in one word, and the question that it answers.</summary>
internal sealed record BenchmarkText(string Name, string Doing, string Question);

internal sealed record PublishedFigures(string Title, string Source, IReadOnlyList<PublishedLoad> Rows);

/// <summary>A published time to load a stream of so many events, each of so many strings, and the memory that it allocated.</summary>
internal sealed record PublishedLoad(long Events, long Size, double Milliseconds, double Kibibytes);
