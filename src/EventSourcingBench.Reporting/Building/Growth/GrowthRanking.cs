using System.Globalization;

namespace EventSourcingBench.Reporting;

/// <summary>Ranks growing stores by what an append takes when they are full.</summary>
internal static class GrowthRanking
{
    /// <param name="candidates">Steps whose verdict passed, of one tier.</param>
    /// <param name="unranked">Stores that did not grow so far are added.</param>
    public static List<RankingEntry> Rank(List<Cell> candidates, List<UnrankedStore> unranked)
    {
        var lines = candidates.Select(c => GrowthLine.Of(c, GrowthMeasure.Append)).OfType<GrowthLine>().ToList();
        if (lines.Count == 0)
        {
            return [];
        }

        // The greatest size that the most stores were sampled at.
        var events = lines.SelectMany(l => l.Points.Select(p => p.Events)).Distinct().OrderByDescending(e => lines.Count(l => l.Near(e) is not null)).ThenByDescending(e => e).First();
        var ranked = lines.Where(l => l.Near(events) is not null).OrderBy(l => l.Near(events)!.Value.Median).ThenBy(l => l.Cell.Store, StringComparer.Ordinal).ToList();
        unranked.AddRange(lines.Where(l => l.Near(events) is null)
            .Select(l => Unranked.NotThere(l.Cell, $"no sample with {Format.Count(events)} events in the store, where the others are compared")));
        return
        [
            .. ranked.Select((l, i) => new RankingEntry(
                i + 1, l.Cell, l.Near(events)!.Value, Sustained: true, i + 1 < ranked.Count && l.Near(events)!.Value.Overlaps(ranked[i + 1].Near(events)!.Value)) { Events = events }),
        ];
    }

    public static string Rule(IReadOnlyList<RankingEntry> entries) =>
        $"Ranked by the median time of an append with {Format.Count(entries[0].Events!.Value)} events in the store, the most that the most stores reached; less is better. Behind each number: how many times the store's first sample it is.";

    public static IEnumerable<TextRun> Answer(IReadOnlyList<RankingEntry> entries)
    {
        var best = entries[0];
        var line = GrowthLine.Of(best.Cell, GrowthMeasure.Append)!;
        yield return new TextRun(entries.Count == 1 ? " appended an event in " : " appended soonest when full: an event in ");
        yield return new TextRun(Format.Duration(best.Measured.Median), Strong: true);
        yield return new TextRun($" at the median with {Format.Count(best.Events!.Value)} events in the store");
        yield return new TextRun(line.Points[0].Events < best.Events && line.Points[0].Value.Median > 0
            ? $", {Format.Number(best.Measured.Median / line.Points[0].Value.Median)} times what it took with {Format.Count(line.Points[0].Events)}."
            : ".");
    }

    public static TableModel Table(string caption, IReadOnlyList<RankingEntry> entries)
    {
        GrowthMeasure[] measures =
        [
            .. GrowthCharts.Measures.Where(m => m == GrowthMeasure.Append || entries.Any(e => GrowthLine.Of(e.Cell, m)?.Near(e.Events!.Value) is not null)),
        ];
        return new TableModel(
            caption,
            [new("Rank", true), new("Store"), FailedColumn.OfRequests, .. measures.Select(m => new TableColumn(m.Label, true)), .. entries.Any(Interrupted) ? (TableColumn[])[new("Remarks")] : []],
            [
                .. entries.Select(e => (IReadOnlyList<string>)
                [
                    e.Rank.ToString(CultureInfo.InvariantCulture), e.Store, FailedColumn.Text(e.Cell), .. measures.Select(m => Text(e, GrowthLine.Of(e.Cell, m))),
                    .. entries.Any(Interrupted) ? (string[])[Interrupted(e) ? "interrupted" : string.Empty] : [],
                ]),
            ])
        {
            HeadColumn = 1,
        };
    }

    private static bool Interrupted(RankingEntry entry) => entry.Cell.Trials.Any(t => t.Interrupted);

    private static string Text(RankingEntry entry, GrowthLine? line)
    {
        if (line?.Near(entry.Events!.Value) is not { } value)
        {
            return Format.None;
        }

        var first = line.Points[0];
        return Format.Number(value.Median) + (first.Events < entry.Events && first.Value.Median > 0 ? $" (× {Format.Number(value.Median / first.Value.Median)})" : string.Empty);
    }
}
