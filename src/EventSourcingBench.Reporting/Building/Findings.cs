namespace EventSourcingBench.Reporting;

/// <summary>What a suite's numbers come to, beside its charts.</summary>
internal static class Findings
{
    public static IReadOnlyList<TableModel> Build(string suite, IReadOnlyList<Cell> cells, int runs)
    {
        IReadOnlyList<TableModel> tables = suite switch
        {
            "ingest" when cells.Count > 0 => [PublishedIngest.Table(cells, runs)],
            "growth" => [GrowthTables.Recovery(cells, runs)],
            _ => [],
        };
        return [.. tables.Where(t => t.Rows.Count > 0)];
    }
}
