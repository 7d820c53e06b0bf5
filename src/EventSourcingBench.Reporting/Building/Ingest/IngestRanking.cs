using System.Globalization;

namespace EventSourcingBench.Reporting;

/// <summary>Ranks stores by the events a second that they took in at the greatest count, each with its best buffer.</summary>
internal static class IngestRanking
{
    /// <param name="candidates">Steps whose verdict passed, of one tier.</param>
    /// <param name="unranked">Stores that lack the count are added.</param>
    public static List<RankingEntry> Rank(List<Cell> candidates, List<UnrankedStore> unranked)
    {
        if (candidates.Count == 0)
        {
            return [];
        }

        var count = candidates.Max(c => c.Load.Ingest!.Count);
        var best = candidates.Where(c => c.Load.Ingest!.Count == count).GroupBy(c => c.Store, StringComparer.Ordinal)
            .Select(g => g.OrderByDescending(c => c.Throughput.Median).ThenBy(c => c.Load.Order).First())
            .OrderByDescending(c => c.Throughput.Median).ThenBy(c => c.Store, StringComparer.Ordinal)
            .ToList();
        unranked.AddRange(candidates.ExceptBy(best.Select(c => c.Store), c => c.Store).DistinctBy(c => c.Store)
            .Select(c => Unranked.NotThere(c, $"no verified trial with {Format.Count(count)} events, where the others are compared")));
        return
        [
            .. best.Select((c, i) => new RankingEntry(i + 1, c, c.Throughput, Sustained: true, i + 1 < best.Count && c.Throughput.Overlaps(best[i + 1].Throughput))),
        ];
    }

    public static string Rule(IReadOnlyList<RankingEntry> entries) =>
        $"Ranked by the median of events a second with {Format.Count(Load(entries[0]).Count)} events, the best buffer of each store; more is better.";

    public static IEnumerable<TextRun> Answer(IReadOnlyList<RankingEntry> entries)
    {
        var best = entries[0];
        yield return new TextRun(entries.Count == 1 ? " took in " : " took in most: ");
        yield return new TextRun($"{Format.Number(best.Measured.Median)} events a second", Strong: true);
        var nodes = Load(best).Nodes > 1 && !best.Store.EndsWith($"({Load(best).NodesText})", StringComparison.Ordinal) ? $" on {Load(best).NodesText}" : string.Empty;
        yield return new TextRun($" with {Format.Count(Load(best).Count)} events and a {Load(best).Mode} buffer of {Format.Size(Load(best).BufferBytes)}{nodes}{Interval(best)}.");
    }

    public static TableModel Table(string caption, IReadOnlyList<RankingEntry> entries) => new(
        caption,
        [
            new("Rank", true), new("Store"), new("Buffer"), new("Nodes", true), new("Events/s", true), FailedColumn.OfEvents, new("Maximum", true), new("Cold", true), new("For a million (s)", true),
            .. entries.Any(e => Remarks(e).Length > 0) ? (TableColumn[])[new("Remarks")] : [],
        ],
        [
            .. entries.Select(e => (Entry: e, Result: Result(e))).Select(e => (IReadOnlyList<string>)
            [
                e.Entry.Rank.ToString(CultureInfo.InvariantCulture), e.Entry.Store, Load(e.Entry).Buffer, Format.Count(Load(e.Entry).Nodes), Format.WithInterval(e.Entry.Measured),
                Format.Percent(e.Result.FailedShare), Format.Number(e.Result.Maximum), Format.Number(e.Result.Cold), Format.Number(e.Result.SecondsForMillion),
                .. entries.Any(o => Remarks(o).Length > 0) ? (string[])[Remarks(e.Entry)] : [],
            ]),
        ])
    {
        HeadColumn = 1,
    };

    private static IngestLoad Load(RankingEntry entry) => entry.Cell.Load.Ingest!;

    private static IngestResult Result(RankingEntry entry) => IngestResult.Of([entry.Cell])[0];

    private static string Interval(RankingEntry entry) => entry.Measured.HasInterval()
        ? $" (95% CI {Format.Number(entry.Measured.Low)} to {Format.Number(entry.Measured.High)}, {Format.Count(Result(entry).Counted.Count)} {(Result(entry).OnlyCold ? "cold" : "warm")} trials)"
        : string.Empty;

    private static string Remarks(RankingEntry entry)
    {
        var (result, remarks) = (Result(entry), new List<string>());
        if (result.OnlyCold)
        {
            remarks.Add("cold trials only");
        }

        if (result.Overflowed > 0)
        {
            remarks.Add($"{Format.Count(result.Overflowed)} events refused by the full buffer");
        }

        if (result.Failed > 0)
        {
            remarks.Add($"{Format.Count(result.Failed)} events failed or of unknown outcome");
        }

        if (entry.OverlapsNext)
        {
            remarks.Add("interval overlaps with the next");
        }

        if (entry.Cell.Trials.Any(t => t.Interrupted))
        {
            remarks.Add("interrupted");
        }

        return string.Join("; ", remarks);
    }
}
