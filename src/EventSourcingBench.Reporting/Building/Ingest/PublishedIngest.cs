namespace EventSourcingBench.Reporting;

/// <summary>The published figures of the experiment that the suite <c>ingest</c> repeats, beside ours.</summary>
internal static class PublishedIngest
{
    private static readonly (string Kept, string Figure, Func<IngestLoad, bool> Same)[] Figures =
    [
        ("embedded", "about 2,000,000 (a million events in about 440 ms)", l => l is { ClusterType: "embedded", Remote: false }),
        ("replicated on three nodes, blocking buffer", "61,031 (median)", l => l is { ClusterType: "replicated", Nodes: 3, Mode: "blocking" }),
        ("replicated on three nodes, non-blocking buffer", "33,333 (median)", l => l is { ClusterType: "replicated", Nodes: 3, Mode: "non-blocking" }),
    ];

    public static TableModel Table(IReadOnlyList<Cell> cells, int runs) => new(
        "Published, and measured here: events a second",
        [new("Kept"), new("Published: ChronicleDB on a Raft"), new("Here: best median, its buffer and count")],
        [.. Figures.Select(f => (IReadOnlyList<string>)[f.Kept, f.Figure, Ours([.. IngestResult.Of(cells).Where(r => f.Same(r.Load))], runs)])])
    {
        Note = "Another machine, another language, another store: not comparable in absolute terms; compare the order and the ratios.",
    };

    /// <summary>The greatest count only, as in the ranking, and the best buffer of each store; nothing that failed its verdict.</summary>
    private static string Ours(IReadOnlyList<IngestResult> results, int runs)
    {
        var passed = results.Where(r => r.Cell.Verdict == VerdictState.Passed && r.Rate.Median > 0).ToList();
        var texts = passed.Where(r => r.Load.Count == passed.Max(p => p.Load.Count)).GroupBy(r => (r.Cell.Run, r.Cell.Store)).Select(g => g.MaxBy(r => r.Rate.Median)!)
            .OrderByDescending(r => r.Rate.Median)
            .Select(r => $"{Letters.StoreName(r.Cell, runs)} ({r.Cell.Tier}) {Format.Number(r.Rate.Median)}, {r.Load.Buffer}, {Format.Count(r.Load.Count)} events{(r.Load.Remote ? ", over HTTP" : string.Empty)}")
            .ToList();
        return texts.Count == 0 ? "not measured" : string.Join("; ", texts);
    }
}
