using System.Globalization;

namespace EventSourcingBench.Reporting;

/// <summary>The tables of an ingest.</summary>
internal static class IngestTables
{
    /// <summary>Every store with every load.</summary>
    public static TableModel Results(IngestContext context) => new(
        "Ingest: events a second (median of the warm trials, 95% CI)",
        [
            new("Store"), new("Nodes", true), new("Events", true), new("Buffer"), new("Durability"), new("Events/s", true), new("Maximum", true), new("Cold", true),
            new("Cold over warm", true), new("Trials", true), new("Overflowed", true), new("Failed", true), new("Verdict"),
        ],
        [
            .. context.Results.Select(r => (IReadOnlyList<string>)
            [
                context.StoreName(r), Format.Count(r.Load.Nodes), Format.Count(r.Load.Count), r.Load.Buffer, r.Cell.Tier,
                Format.WithInterval(r.Counted.Count == 0 ? null : r.Rate) + (r.OnlyCold ? " (cold)" : string.Empty), Format.Number(r.Maximum), Format.Number(r.Cold),
                Format.Number(r.OnlyCold || r.Rate.Median <= 0 ? null : r.Cold / r.Rate.Median),
                r.Trials.Count.ToString(CultureInfo.InvariantCulture), Share(r.Overflowed, r), Share(r.Failed, r), Verdicts.Label(r.Cell.Verdict),
            ]),
        ]);

    /// <summary>A row for each store with some part of the load, a column for each value of another part.</summary>
    public static TableModel Pivot<T>(
        IngestContext context,
        string caption,
        string rowName,
        Func<IngestResult, string> row,
        IReadOnlyList<T> columns,
        Func<IngestResult, T> column,
        Func<T, string> head,
        Func<IngestResult, string> text,
        bool nodes = true,
        bool events = true) => new(
            caption,
            [
                new("Store"), .. nodes ? (TableColumn[])[new("Nodes", true)] : [], .. events ? (TableColumn[])[new("Events", true)] : [], new(rowName),
                .. columns.Select(c => new TableColumn(head(c), true)),
            ],
            [
                .. context.Results.GroupBy(r => (Name: nodes ? context.StoreName(r) : context.ProductName(r), Nodes: nodes ? r.Load.Nodes : 0, Count: events ? r.Load.Count : 0, Row: row(r)))
                    .Select(g => (IReadOnlyList<string>)
                    [
                        g.Key.Name, .. nodes ? (string[])[Format.Count(g.Key.Nodes)] : [], .. events ? (string[])[Format.Count(g.Key.Count)] : [], g.Key.Row,
                        .. columns.Select(c => IngestContext.Best(g.Where(r => EqualityComparer<T>.Default.Equals(column(r), c))) is { } found ? text(found) : Format.None),
                    ]),
            ]);

    private static string Share(long events, IngestResult result)
    {
        var offered = result.Trials.Count * (double)result.Load.Count;
        return events == 0 || offered <= 0 ? "0" : $"{Format.Count(events)} ({Format.Percent(events / offered)})";
    }
}
