namespace EventSourcingBench.Reporting.Markdown;

internal static class MarkdownReport
{
    private const string Special = "\\`*_[]<>|#&~";

    public static string Render(ReportModel model)
    {
        IEnumerable<string> blocks =
        [
            $"# {Escape(model.Title)}", .. model.Folders.SelectMany(Flags), .. model.Comparisons.SelectMany(t => WithNote(t, "##")),
            .. model.Suites.SelectMany(s => Suite(model, s)), .. model.Unverified is { } unverified ? WithNote(unverified, "##") : [],
            .. model.Microbenchmarks is { } micro ? Microbenchmarks(micro) : [],
            .. model.Folders.SelectMany(Folder),
        ];
        return string.Concat(blocks.Select(b => b + "\n\n"));
    }

    private static IEnumerable<string> Flags(RunModel run)
    {
        if (run.Title.Length > 0)
            yield return $"**{run.Title}**: {Escape(run.Folder)}";

        if (run.Flags.Count > 0)
            yield return string.Join('\n', run.Flags.Select(f => $"- **{Escape(f.Title)}** {Escape(f.Text)}"));
    }

    private static IEnumerable<string> Suite(ReportModel report, SuiteModel suite) =>
    [
        .. Heading(suite, "##"), .. suite.Rankings.Count == 0 ? (string[])["No store can be ranked."] : [],
        .. suite.Bounds is { } bounds ? WithNote(bounds, "###") : [],
        .. suite.Rankings.SelectMany(r => Ranking(report.Runs[r.Run].Title, r)),
        .. suite.Unranked.Count == 0 ? (string[])[]
            : ["### Not ranked", string.Join('\n', suite.Unranked.Select(u => Unranked(u, report.Runs.Count)))],
        .. suite.Findings.Prepend(suite.NotPassed).Append(suite.Summary).OfType<TableModel>().SelectMany(t => WithNote(t, "###")),
        .. ChartsAndTables(suite, "###"),
    ];

    private static IEnumerable<string> Heading(SuiteModel suite, string level) =>
        suite.Question.Length == 0 ? [$"{level} {Escape(suite.Name)}"] : [$"{level} {Escape(suite.Name)}", $"*{Escape(suite.Question)}*"];

    private static IEnumerable<string> Ranking(string run, TierRanking ranking) =>
    [
        (run.Length > 0 ? $"{run}: " : string.Empty) + Sentence(ranking.Answer)
            + string.Concat(ranking.Caveats.Select(c => " " + Escape(c))),
        .. Table(ranking.Table, "###"), Escape(ranking.Rule),
    ];

    private static string Unranked(UnrankedStore store, int runs) =>
        $"- **{Escape(Letters.StoreName(store.Store, store.Run, runs))}** ({Escape(store.Tier)}): {Escape(store.Reason)}"
        + (store.Where.Length > 0 ? $" ({Escape(store.Where)})" : string.Empty);

    private static IEnumerable<string> ChartsAndTables(SuiteModel suite, string level) =>
        suite.Charts.SelectMany(c => (c.Fits is { } fits ? WithNote(fits, level) : []).Concat(Table(c.Table, level)))
            .Concat(suite.Tables.SelectMany(t => WithNote(t, level)));

    private static IEnumerable<string> Microbenchmarks(MicrobenchmarkModel model) =>
    [
        "## Microbenchmarks", .. model.Answers.Select(a => Sentence(a.Text)), Escape(MicrobenchmarkModel.NotRanked),
        .. model.Groups.SelectMany(g => (IEnumerable<string>)
            [.. Heading(g, "###"), .. g.Findings.SelectMany(t => WithNote(t, "####")), .. ChartsAndTables(g, "####")]),
    ];

    private static IEnumerable<string> Folder(RunModel run)
    {
        var name = run.Name.Length > 0 ? $" ({run.Name})" : string.Empty;
        // Longer than any that an argument has.
        var fence = "```";
        while (run.Command.Contains(fence, StringComparison.Ordinal))
            fence += '`';

        return
        [
            .. run.Unavailable is { } unavailable ? Table(unavailable, "##") : [],
            $"## How to repeat it{name}", $"{fence}sh\n{run.Command}\n{fence}",
            .. run.Provenance is { } provenance ? (string[])[Rows(provenance)] : [],
            .. run.EngineReports.Count == 0 ? (string[])[]
                : [Escape(StepFileLink.Remark(run.Run!.Engine)), Links("The load engine's own report", run.EngineReports)],
            .. run.Plans.Count == 0 ? (string[])[] : [Links(StepFileLink.PlansTitle, run.Plans)],
            $"## Environment{name}", Rows(run.Environment),
        ];
    }

    private static string Links(string title, IReadOnlyList<StepFileLink> files) =>
        string.Join('\n', files.Select(f => $"- {title}: [{Escape(f.Step)}]({f.Address})"));

    private static IEnumerable<string> Table(TableModel table, string level) =>
        table.OnPageOnly || table.Rows.Count == 0 ? [] : [$"{level} {Escape(table.Caption)}", Rows(table)];

    private static IEnumerable<string> WithNote(TableModel table, string level) =>
        table.Note.Length == 0 ? Table(table, level) : [.. Table(table, level), Escape(table.Note)];

    /// <summary>A text that means itself: no markup, no line break, no table bar, no mention.</summary>
    public static string Escape(string text) => string.Concat(text.Select(c => c switch
    {
        '\r' or '\n' => " ",
        // A character between keeps a pasted report from notifying anyone.
        '@' => "@\u200B",
        _ => Special.Contains(c, StringComparison.Ordinal) ? $"\\{c}" : $"{c}",
    }));

    private static string Sentence(IEnumerable<TextRun> runs) =>
        string.Concat(runs.Select(r => r.Strong ? $"**{Escape(r.Text)}**" : Escape(r.Text)));

    /// <summary>A table, above it what all its rows have in common.</summary>
    private static string Rows(TableModel whole)
    {
        var (table, stated) = whole.WithoutConstants();
        IEnumerable<string> lines =
        [
            Row(table.Columns.Select(c => c.Header)),
            "|" + string.Concat(table.Columns.Select(c => c.Numeric ? " ---: |" : " --- |")), .. table.Rows.Select(Row),
        ];
        return (stated.Length > 0 ? Escape(stated) + "\n\n" : string.Empty) + string.Join('\n', lines);
    }

    private static string Row(IEnumerable<string> cells) => "|" + string.Concat(cells.Select(c => $" {Escape(c)} |"));
}
