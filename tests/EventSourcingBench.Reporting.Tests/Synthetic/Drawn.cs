namespace EventSourcingBench.Reporting.Tests;

/// <summary>What tests ask of a drawn report.</summary>
internal static class Drawn
{
    public static string AnswerOf(TierRanking ranking) => Sentence(ranking.Answer);

    /// <summary>What a report says: flags, rankings, every table, every chart with the views that one choice leads to.</summary>
    public static string Text(ReportModel model) => string.Join('\n',
    [
        $"# {model.Title}", .. model.Folders.SelectMany(Folder), .. model.Comparisons.SelectMany(Table), .. model.Suites.SelectMany(Suite),
        .. model.Microbenchmarks is { } micro
            ? micro.Answers.Select(a => Sentence(a.Text)).Concat(micro.Groups.SelectMany(Suite)) : [], string.Empty,
    ]);

    private static IEnumerable<string> Folder(RunModel run) =>
    [
        $"## {run.Name}: {string.Join(", ", run.Heads)}", run.Command, .. run.Flags.Select(f => $"{f.Severity}: {f.Title}: {f.Text}"),
        .. run.EngineReports.Select(r => $"{r.Step}: {r.Address}"), .. run.Provenance is { } facts ? Rows(facts) : [],
        .. Rows(run.Environment),
    ];

    private static IEnumerable<string> Suite(SuiteModel suite) => suite.Charts.Count + suite.Cells.Count + suite.Tables.Count == 0 ? [] :
    [
        $"## {suite.Name}: {suite.Question}", .. suite.Rankings.SelectMany(r => (IEnumerable<string>)
        [
            $"{r.Tier}{r.Part}, by {r.Measure}: {AnswerOf(r)} {string.Join(' ', r.Caveats)}", r.Rule, .. Table(r.Table),
        ]),
        .. suite.Bounds is { } bounds ? Table(bounds) : [],
        .. suite.Unranked.Select(u => $"{u.Store} ({u.Tier}) {u.Verdict}: {u.Reason} ({u.Where}) {string.Join("; ", u.Examples)}"),
        .. suite.Findings.Concat(suite.Tables).Append(suite.NotPassed).Append(suite.Summary).OfType<TableModel>().SelectMany(Table),
        .. suite.Charts.SelectMany(Chart), .. suite.Terms.Select(t => $"{t.Key}: {t.Value}"),
    ];

    private static IEnumerable<string> Chart(ChartModel chart) =>
    [
        $"### {chart.Id}: {chart.Title} ({chart.Kind}{(chart.Logarithmic ? ", logarithmic" : "")}, {chart.Step} s)", chart.Description,
        $"{chart.XName}: {string.Join(" | ", chart.Categories)}; {chart.RowName}: {string.Join(" | ", chart.Rows ?? [])}",
        .. chart.Selectors.Select(s => $"{s.Name}: {string.Join(" | ", s.Options)}, at first {s.Selected}"),
        .. chart.Views.Where(v => v.Key.Split('/').Zip(chart.Selectors, (at, s) => at == s.Selected.ToString(CultureInfo.InvariantCulture))
            .Count(isSelected => !isSelected) < 2).SelectMany(v => (IEnumerable<string>)
        [
            $"[{v.Key}] {v.Value.Unit} {string.Join("; ", v.Value.Marks?.Select(m => Text($"{m.At} {m.Text}")) ?? [])}",
            .. v.Value.Series.Select(s => Text($"  {s.Name} {s.Color}{(s.Dashed ? " dashed" : "")}: {Points(s.Points)}")
                + (s.Fit is { } fit ? $" fitted {Points([fit[0], fit[^1]])}" : "")
                + (s.Predictions is { } p ? $" predicted {string.Join(' ', p.Select(x => string.Join(',', x.Select(Number))))}" : "")),
        ]),
        .. Table(chart.Table), .. chart.Fits is { } fits ? Table(fits) : [],
    ];

    private static IEnumerable<string> Table(TableModel table) =>
    [
        $"### {table.Caption}{(table.OnPageOnly ? " (page only)" : "")}{(table.IsOpen ? " (open)" : "")} {table.Note}",
        string.Join(" | ", table.Columns.Select((c, i) => c.Header + (c.Numeric ? " #" : "") + (i == table.HeadColumn ? " *" : ""))),
        .. Rows(table),
    ];

    private static IEnumerable<string> Rows(TableModel table) => table.Rows.Select(r => string.Join(" | ", r));

    private static string Sentence(IEnumerable<TextRun> parts) => string.Concat(parts.Select(p => p.Text));

    private static string Points(IEnumerable<IReadOnlyList<double>?> points) =>
        string.Join(' ', points.Select(p => p is null ? "-" : string.Join(',', p.Select(x => Number(x)))));

    private static string Number(double? number) => number?.ToString("G5", CultureInfo.InvariantCulture) ?? "open";

    private static string Text(FormattableString text) => FormattableString.Invariant(text);
}

/// <summary>What a suite adds to the record of a step.</summary>
internal static class Detail
{
    public static IDictionary<string, JsonElement> Of(object record) => StepRecord.DetailsOf((
        record switch
        {
            IngestRecord => IngestRecord.Name,
            GrowthRecord => GrowthRecord.Name,
            ReservationRecord => ReservationRecord.Name,
            _ => EnrolmentRecord.Name,
        },
        record));
}
