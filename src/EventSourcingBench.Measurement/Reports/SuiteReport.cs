namespace EventSourcingBench.Measurement.Reports;

/// <summary>What the report of a suite consists of, as data: stored in <c>run.json</c>, so that a report needs nothing else. Names of
/// values are paths in the record of a step, such as <c>ingest.count</c>, or what every step has, such as <c>throughput</c>; a conversion
/// may follow, such as <c>growth.open@ms</c>. The README of Reporting lists both.</summary>
/// <param name="Throughput">The rates of a step, one or a list, that its throughput is the median of.</param>
/// <param name="Parts">The path of the list in a step that has a row each in CSV; null for none.</param>
/// <param name="PartsAreTrials">Whether those parts are trials, so that a step repeats by itself.</param>
/// <param name="OneTrial">What is said where no step was repeated. Default: to repeat it with more trials.</param>
/// <param name="Compared">Whether two runs are set side by side, load by load. Default: they are.</param>
/// <param name="Apart">The axis whose values are ranked apart and chosen in every chart of requests; null for none.</param>
/// <param name="File">A file with a row for each of <paramref name="Parts"/>; null for none.</param>
public sealed record SuiteReport(
    string Throughput = "throughput", string? Parts = null, bool PartsAreTrials = false, string? OneTrial = null, bool Compared = true,
    string? Apart = null, ReportFile? File = null)
{
    /// <summary>What differs between steps, by name.</summary>
    public IReadOnlyDictionary<string, ReportAxis> Axes { get; init; } = new Dictionary<string, ReportAxis>(StringComparer.Ordinal);

    /// <summary>What charts draw, by name. A value that is named directly needs no entry.</summary>
    public IReadOnlyDictionary<string, ReportMetric> Metrics { get; init; } = new Dictionary<string, ReportMetric>(StringComparer.Ordinal);

    /// <summary>Times of a step that charts of percentiles draw like <c>response</c>, <c>service</c> and <c>delay</c>: their name, and the
    /// path of their histogram.</summary>
    public IReadOnlyDictionary<string, string> Times { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The axes whose labels name a load that is neither copies nor a rate; none for suites of requests.</summary>
    public IReadOnlyList<string> Load { get; init; } = [];

    /// <summary>The axes that such loads are sorted by. Default: those of <see cref="Load"/>.</summary>
    public IReadOnlyList<string>? LoadOrder { get; init; }

    /// <summary>The axes that steps of one colour share. Default: the store alone.</summary>
    public IReadOnlyList<string> Colour { get; init; } = [];

    /// <summary>How stores are ranked; the first that applies is taken. Default, of suites of requests: by projection delay where there is
    /// one, by the rate that was kept, by throughput.</summary>
    public IReadOnlyList<ReportRanking> Rankings { get; init; } = [new("delay"), new("rate"), new("throughput")];

    /// <summary>The charts and tables, in their order. Default: those of all suites of requests.</summary>
    public IReadOnlyList<ReportSection> Sections { get; init; } =
    [
        new AnalysisSection("throughput"), new AnalysisSection("latency"), new AnalysisSection("resources"), new AnalysisSection("cost"),
        new AnalysisSection("bound"), new AnalysisSection("search"),
    ];

    /// <summary>What publications claim of the suite's question.</summary>
    public IReadOnlyList<ReportClaim> Claims { get; init; } = [];

    /// <summary>The columns that the suite adds to <c>results.csv</c>: header and value.</summary>
    public IReadOnlyDictionary<string, string> Csv { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The terms that the section on method explains, with their texts in HTML.</summary>
    public IReadOnlyDictionary<string, string> Terms { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}

/// <summary>A CSV file beside <c>results.csv</c>, with the header and the value of each column.</summary>
public sealed record ReportFile(string Name)
{
    public required IReadOnlyDictionary<string, string> Columns { get; init; }
}

/// <summary>Something that charts draw of a step, the median over its trials with the interval: its name among the choices of a chart, name
/// and unit of the vertical axis, and the value.</summary>
public sealed record ReportMetric(string Name, string Unit, string Value);

/// <summary>Something that differs between the steps of a suite.</summary>
/// <param name="Title">Its name with the unit, as a reader sees it.</param>
/// <param name="Value">The value of a step; null where the axis joins others.</param>
/// <param name="Format">How the value is set. Default: as a text.</param>
public sealed record ReportAxis(string Title, string? Value = null, ReportFormat Format = ReportFormat.Text)
{
    /// <summary>The axes whose labels are joined by a blank; none where it has a value.</summary>
    public IReadOnlyList<string> Of { get; init; } = [];

    /// <summary>Singular and plural of what is counted, for the labels of loads; empty where the value says enough.</summary>
    public IReadOnlyList<string> Unit { get; init; } = [];

    /// <summary>Labels that replace values; an empty one leaves the value out of the label of a load.</summary>
    public IReadOnlyDictionary<string, string> Labels { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Text values in their order, others behind them by their texts. Default: by the value.</summary>
    public IReadOnlyList<string> Order { get; init; } = [];

    /// <summary>What its values are sorted by. Default: the value itself.</summary>
    public IReadOnlyList<string> OrderBy { get; init; } = [];
}
