namespace EventSourcingBench.Reporting.Model;

/// <summary>A table, ready to be set: rows of as many texts as there are columns. <c>HeadColumn</c>: the column that heads its row, from 0.
/// <c>Note</c>: how to read it, in plain words; empty where the caption says enough. <c>OnPageOnly</c>: whether <c>report.md</c> leaves it
/// out, because it has too many rows there or others say the same. <c>IsOpen</c>: whether the page shows it unfolded.</summary>
public sealed record TableModel(
    string Caption, IReadOnlyList<TableColumn> Columns, IReadOnlyList<IReadOnlyList<string>> Rows, string Note = "", int HeadColumn = 0,
    bool OnPageOnly = false, bool IsOpen = false)
{
    /// <summary>The table without the columns that say the same in every row, and a sentence that says what they did; empty without such
    /// columns. A table of one row keeps all its columns, as does a table the head of which is all that differs.</summary>
    internal (TableModel Table, string Stated) WithoutConstants()
    {
        var constant = Rows.Count < 2 ? [] : Enumerable.Range(0, Columns.Count).Where(i => i != HeadColumn
            && Rows.All(r => r[i] == Rows[0][i]) && Columns.Count(c => c.Header == Columns[i].Header) == 1).ToList();
        if (constant.Count == 0 || constant.Count >= Columns.Count - 1)
            return (this, string.Empty);

        var values = constant.ToLookup(i => Rows[0][i] is "" or Format.None);
        var kept = Enumerable.Range(0, Columns.Count).Except(constant).ToList();
        var table = this with
        {
            Columns = [.. kept.Select(i => Columns[i])],
            Rows = [.. Rows.Select(r => (IReadOnlyList<string>)[.. kept.Select(i => r[i])])],
            HeadColumn = kept.IndexOf(HeadColumn),
        };
        return (table, string.Join(' ', values.OrderBy(v => v.Key).Select(v => v.Key
                ? $"No values for: {string.Join("; ", v.Select(i => Columns[i].Header))}."
                : $"In every row: {string.Join("; ", v.Select(i => $"{Columns[i].Header} {Rows[0][i]}"))}.")));
    }
}

/// <summary>A column: its name with the unit, whether it holds numbers, and what it counts; null where the header says enough.</summary>
public sealed record TableColumn(string Header, bool Numeric = false, string? Meaning = null);

/// <summary>A part of a sentence: plain text, which the renderer escapes, and whether it carries the answer.</summary>
public sealed record TextRun(string Text, bool Strong = false);
