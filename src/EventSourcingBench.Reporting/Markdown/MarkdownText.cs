namespace EventSourcingBench.Reporting.Markdown;

internal static class MarkdownText
{
    private const string Special = "\\`*_[]<>|#&~";

    /// <summary>A text that means itself: no markup, no line break, no table bar, no mention.</summary>
    public static string Escape(string text) => string.Concat(text.Select(c => c switch
    {
        '\r' or '\n' => " ",
        // A character between keeps a pasted report from notifying anyone.
        '@' => "@\u200B",
        _ => Special.Contains(c, StringComparison.Ordinal) ? $"\\{c}" : $"{c}",
    }));

    public static string Sentence(IEnumerable<TextRun> runs) =>
        string.Concat(runs.Select(r => r.Strong ? $"**{Escape(r.Text)}**" : Escape(r.Text)));

    /// <summary>A table, above it what all its rows have in common.</summary>
    public static string Table(TableModel whole)
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
