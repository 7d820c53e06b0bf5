namespace EventSourcingBench.Reporting.Model;

/// <summary>A table, ready to be set: rows of as many texts as there are columns.</summary>
public sealed record TableModel(string Caption, IReadOnlyList<TableColumn> Columns, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    /// <summary>The column that heads its row, from 0.</summary>
    public int HeadColumn { get; init; }

    /// <summary>How to read it, in plain words; empty where the caption says enough.</summary>
    public string Note { get; init; } = string.Empty;

    /// <summary>Whether <c>report.md</c> leaves it out, because it has more rows than anyone reads there or others say the same.</summary>
    public bool OnPageOnly { get; init; }

    /// <summary>Whether the page shows it unfolded among the details.</summary>
    public bool IsOpen { get; init; }

    /// <summary>The table without the columns that say the same in every row, and a sentence that says what they did; empty without such
    /// columns. A table of one row keeps all its columns, as does a table the head of which is all that differs.</summary>
    public (TableModel Table, string Stated) WithoutConstants()
    {
        var constant = Rows.Count < 2 ? [] : Enumerable.Range(0, Columns.Count).Where(i => i != HeadColumn
            && Rows.All(r => r[i] == Rows[0][i]) && Columns.Count(c => c.Header == Columns[i].Header) == 1).ToList();
        if (constant.Count == 0 || constant.Count >= Columns.Count - 1)
            return (this, string.Empty);

        var values = constant.Where(i => Rows[0][i] is not ("" or Format.None)).Select(i => $"{Columns[i].Header} {Rows[0][i]}").ToList();
        var empty = constant.Where(i => Rows[0][i] is "" or Format.None).Select(i => Columns[i].Header).ToList();
        var kept = Enumerable.Range(0, Columns.Count).Except(constant).ToList();
        return (
            this with
            {
                Columns = [.. kept.Select(i => Columns[i])],
                Rows = [.. Rows.Select(r => (IReadOnlyList<string>)[.. kept.Select(i => r[i])])],
                HeadColumn = kept.IndexOf(HeadColumn),
            },
            string.Join(' ', new[] { ("In every row", values), ("No values for", empty) }.Where(said => said.Item2.Count > 0)
                .Select(said => $"{said.Item1}: {string.Join("; ", said.Item2)}.")));
    }
}

/// <summary>A column: its name with the unit, and whether it holds numbers, which align on their right.</summary>
public sealed record TableColumn(string Header, bool Numeric = false)
{
    /// <summary>What it counts, in one sentence; null where the header says enough.</summary>
    public string? Meaning { get; init; }
}
