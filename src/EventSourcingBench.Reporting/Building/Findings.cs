using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>What a suite's numbers come to, beside its charts.</summary>
internal static class Findings
{
    public static IReadOnlyList<TableModel> Build(string suite, IReadOnlyList<Cell> cells, IReadOnlyList<RunFolder> folders)
    {
        var runs = folders.Count;
        IReadOnlyList<TableModel> tables = suite switch
        {
            "ingest" when cells.Count > 0 => [PublishedIngest.Table(cells, runs)],
            "growth" => [GrowthTables.Recovery(cells, runs), GrowthTables.Background(cells, runs)],
            "reservation" when cells.Count > 0 => [OrderEffect.Table(cells, runs), PublishedReservations.Table(cells, folders)],
            _ => [],
        };
        return [.. tables.Where(t => t.Rows.Count > 0)];
    }
}
