namespace EventSourcingBench.Reporting.Shapes;

/// <summary>A column of a table: its head, and what it says of a row.</summary>
internal sealed class Column<T>
{
    public Column(string header, Func<T, string> text, bool numeric = false) => (Head, Text) = (new TableColumn(header, numeric), text);

    public Column(TableColumn head, Func<T, string> text) => (Head, Text) = (head, text);

    /// <summary>Three significant digits.</summary>
    public Column(string header, Func<T, double?> value)
        : this(header, r => Format.Number(value(r)), numeric: true)
    {
    }

    /// <summary>An exact count.</summary>
    public Column(string header, Func<T, long> value)
        : this(header, r => Format.Count(value(r)), numeric: true)
    {
    }

    /// <summary>A value with its interval.</summary>
    public Column(string header, Func<T, Estimate?> value)
        : this(header, r => Format.WithInterval(value(r)), numeric: true)
    {
    }

    public TableColumn Head { get; }

    public Func<T, string> Text { get; }
}
