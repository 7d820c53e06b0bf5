namespace EventSourcingBench.Reporting;

/// <summary>A table, ready to be set: all cells are texts.</summary>
/// <param name="Caption">What it shows.</param>
/// <param name="Columns">The columns.</param>
/// <param name="Rows">As many texts each as there are columns.</param>
public sealed record TableModel(
    string Caption, IReadOnlyList<TableColumn> Columns, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    /// <summary>The column that heads its row, from 0.</summary>
    public int HeadColumn { get; init; }

    /// <summary>How to read it, in plain words; empty where the caption says enough.</summary>
    public string Note { get; init; } = string.Empty;
}
