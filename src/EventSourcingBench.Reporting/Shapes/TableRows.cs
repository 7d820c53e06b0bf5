namespace EventSourcingBench.Reporting.Shapes;

internal static class TableRows
{
    public static IReadOnlyList<Column<Trial>> OfTrial { get; } =
        [new("Store", t => t.Cell.Name), new("Load", t => t.Cell.Load.Label), new("Trial", t => t.Step.Trial)];

    /// <summary>Which share of the requests failed: stands beside every rank.</summary>
    public static Column<Cell> Failed { get; } = new(
        new TableColumn(
            "Failed", true, "Share of all requests that were given up because of version conflicts, that failed, or that had no answer. "
            + "Requests that a rule refused are not among them."),
        c => Format.Percent(c.Totals.FailedShare));

    public static TableModel Of<T>(string caption, IEnumerable<T> rows, IReadOnlyList<Column<T>> columns, string note = "") => new(
        caption, [.. columns.Select(c => c.Head)], [.. rows.Select(r => (IReadOnlyList<string>)[.. columns.Select(c => c.Text(r))])], note);

    /// <summary>Facts whose value is null are left out.</summary>
    public static TableModel Facts(string caption, params IEnumerable<(string Name, string? Value)> facts) =>
        Of(caption, facts.Where(f => f.Value is not null), [new("Fact", f => f.Name), new("Value", f => f.Value!)]);

    public static IEnumerable<Trial> Trials(this IEnumerable<Cell> cells, Func<StepRecord, bool> has) =>
        cells.SelectMany(c => c.Trials.Where(has).Select(t => new Trial(c, t)));
}

internal sealed record Column<T>(TableColumn Head, Func<T, string> Text)
{
    public Column(string header, Func<T, string> text, bool numeric = false)
        : this(new TableColumn(header, numeric), text) { }

    /// <summary>Three significant digits.</summary>
    public Column(string header, Func<T, double?> value)
        : this(header, r => Format.Number(value(r)), numeric: true) { }

    /// <summary>An exact count.</summary>
    public Column(string header, Func<T, long> value)
        : this(header, r => Format.Count(value(r)), numeric: true) { }

    /// <summary>A value with its interval.</summary>
    public Column(string header, Func<T, Estimate?> value)
        : this(header, r => Format.WithInterval(value(r)), numeric: true) { }
}

internal sealed record Trial(Cell Cell, StepRecord Step);
