namespace EventSourcingBench.Reporting.Building;

internal static class SuiteTables
{
    private const int MostErrors = 40;

    // A reader looks for these two first: a 0 says more than a missing column.
    private static readonly IReadOnlyList<FindingKind> Always = [FindingKind.Lost, FindingKind.Duplicated];

    public static IEnumerable<TableModel> Build(
        string suite, IReadOnlyList<Drawn> sections, IReadOnlyList<Cell> cells, IReadOnlyList<RunFolder> runs) =>
    [
        Parameters(suite, runs), .. sections.SelectMany(s => s.Tables?.Invoke(cells) ?? []), Outcomes(cells), Errors(cells),
        Verdict("Verdicts", cells, _ => true) with { OnPageOnly = true },
    ];

    private static TableModel Outcomes(IReadOnlyList<Cell> cells) => TableRows.Of("Outcomes of all requests",
        cells.SelectMany(c => c.Trials.SelectMany(t => t.Operations).GroupBy(o => o.Operation, StringComparer.Ordinal)
            .OrderBy(g => g.Key, StringComparer.Ordinal)
            .Select((g, i) => (Cell: c, Name: g.Key, Totals: LoadTotals.Of(g), Verdicts: i == 0 ? c.Trials.Select(t => t.Verdict) : null))),
        [
            new("Store", o => o.Cell.Name), new("Load", o => o.Cell.Load.Label), new("Operation", o => o.Name),
            .. OutcomeTitles.Unsuccessful.Prepend(Outcome.Success).Select(shown =>
                new Column<(Cell Cell, string Name, LoadTotals Totals, IEnumerable<VerdictRecord>? Verdicts)>(
                    Format.Capital(shown.Title()), o => o.Totals[shown])),
            new(TableRows.Failed.Head, o => Format.Percent(o.Totals.FailedShare)),
            // Of all operations of a step together.
            new("Unknown outcomes", o => Sum(o.Verdicts, v => v.UnknownOutcomes), numeric: true),
            new("of them applied", o => Sum(o.Verdicts, v => v.UnknownApplied), numeric: true),
        ]);

    private static string Sum(IEnumerable<VerdictRecord>? verdicts, Func<VerdictRecord, long> of) =>
        verdicts is null ? Format.None : Format.Count(verdicts.Sum(of));

    private static TableModel Errors(IReadOnlyList<Cell> cells) => TableRows.Of("Errors, most frequent first",
        cells.SelectMany(c => c.Trials.SelectMany(t => t.Errors).GroupBy(e => e.Key, StringComparer.Ordinal)
                .Select(g => (Cell: c, Message: g.Key, Times: g.Sum(e => e.Value))))
            .OrderByDescending(e => e.Times).ThenBy(e => e.Message, StringComparer.Ordinal).Take(MostErrors),
        [new("Store", e => e.Cell.Name), new("Load", e => e.Cell.Load.Label), new("Times", e => e.Times), new("Message", e => e.Message)]);

    // A row for each, a column for each run that ran the suite.
    private static TableModel Parameters(string suite, IReadOnlyList<RunFolder> runs)
    {
        var ran = runs.Index().Where(r => r.Item.Run.Workloads.ContainsKey(suite))
            .Select(r => (r.Item.Run, Letter: Letters.Of(r.Index, runs.Count), r.Item.Run.Workloads[suite].Parameters)).ToList();
        return new("Parameters",
            [new("Parameter"), .. ran.Select(r => new TableColumn(r.Letter.Length == 0 ? "Value" : r.Letter))],
            ran.Count == 0 ? [] :
            [
                .. ran.SelectMany(r => r.Parameters).DistinctBy(p => p.Name).Select(p => (IReadOnlyList<string>)
                    [p.Title, .. ran.Select(r => Text(r.Parameters.FirstOrDefault(other => other.Name == p.Name)?.Value))]),
                ["Via", .. ran.Select(r => r.Run.Via)],
                ["Order", .. ran.Select(r => r.Run.Together ? "stores together" : "one store after the other")],
            ]);
    }

    private static string Text(string? value) =>
        long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? Format.Count(number)
        : value?.Replace(",", ", ", StringComparison.Ordinal) ?? Format.None;

    public static TableModel NotPassed(IReadOnlyList<Cell> cells) => Verdict("Verdicts that did not pass", cells, v => !v.Passed);

    private static TableModel Verdict(string caption, IReadOnlyList<Cell> cells, Func<VerdictRecord, bool> includes)
    {
        var trials = cells.Trials(t => includes(t.Verdict)).ToList();
        var kinds = FindingKind.All.Where(k => Always.Contains(k) || trials.Exists(t => t.Step.Verdict[k] > 0)).ToList();
        return TableRows.Of(caption, trials,
            [
                .. TableRows.OfTrial, new("Verdict", t => Verdicts.Label(Verdicts.StateOf(t.Step.Verdict))),
                new("Acknowledged", t => t.Step.Verdict.Acknowledged),
                .. kinds.Select(k => new Column<Trial>(
                    new TableColumn(Format.Capital(k.Title), true, k.Meaning), t => Format.Count(t.Step.Verdict[k]))),
                new("Text", t => t.Step.Verdict.Text + (t.Step.Interrupted ? " (interrupted)" : string.Empty)),
            ], trials.Count == 0 ? string.Empty : string.Join(' ', kinds.Select(k => $"{Format.Capital(k.Title)}: {k.Meaning}")));
    }
}
