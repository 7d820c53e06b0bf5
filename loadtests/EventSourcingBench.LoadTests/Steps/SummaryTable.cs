namespace EventSourcingBench.LoadTests.Steps;

/// <summary>A table at the end of a run: of each step the store and its durability, what its suite shows, and the verdict.</summary>
internal static class SummaryTable
{
    /// <summary>Draws what columns say of the row of a step; null in either: <c>-</c>.</summary>
    public static Table Draw<T>(
        RunRecord run, string title, IReadOnlyList<(string Heading, Func<StepRecord, T, string?> CellOf)> columns,
        IEnumerable<(StepRecord Step, T? Row)> rows)
        where T : class
    {
        var table = new Table().Border(TableBorder.Simple).Title(title).AddColumns("store", "durability");
        foreach (var (heading, _) in columns)
            table.AddColumn(new TableColumn(heading).RightAligned().NoWrap());

        table.AddColumn("verdict");
        foreach (var column in table.Columns)
            column.PadLeft(1).PadRight(0);

        var durability = run.Stores.ToDictionary(s => s.Name, s => s.Durability);
        foreach (var (step, row) in rows.OrderBy(r => durability.GetValueOrDefault(r.Step.Store), StringComparer.Ordinal)
            .ThenBy(r => r.Step.Store, StringComparer.Ordinal))
        {
            var cells = columns.Select(c => (row is null ? null : c.CellOf(step, row)) ?? "-");
            var verdict = step.Verdict.Passed ? "[green]verified[/]" : $"[red]{Markup.Escape(step.Verdict.Text)}[/]";
            table.AddRow([Markup.Escape(step.Store), durability.GetValueOrDefault(step.Store, "-"), .. cells, verdict]);
        }

        return table;
    }

    public static string Rate(StepRecord step, double rate) => step.Verdict.Passed ? Text($"{rate:N0}") : Text($"[grey]{rate:N0}[/]");

    public static string? Milliseconds(TimeSpan? time) => time is { } known ? Text($"{known.TotalMilliseconds:0.00}") : null;

    public static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
