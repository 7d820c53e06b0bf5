namespace EventSourcingBench.Reporting.Building;

/// <summary>Says a ranking in words.</summary>
internal static class RankingText
{
    /// <summary>One sentence of at most 25 words: the store, the figure, the condition.</summary>
    public static IReadOnlyList<TextRun> Answer(string tier, string? part, RankingPlace place, IReadOnlyList<RankingEntry> entries)
    {
        var best = entries[0].Cell;
        // The name of a store that was used in several ways says the part of the load already.
        var within = part is null || best.Store.Contains(part, StringComparison.Ordinal) ? string.Empty : $" ({part})";
        return
        [
            new(best.Store, Strong: true),
            new(entries.Count == 1
                ? $", the only {tier} store that is ranked{within}, {place.Only(best)} "
                : string.Create(CultureInfo.InvariantCulture, $" {place.Best(best)} of {entries.Count} {tier} stores{within}: ")),
            new(place.Figure(best), Strong: true),
            new(place.Condition(best) + "."),
        ];
    }

    /// <summary>What takes from the answer, a sentence each.</summary>
    public static IReadOnlyList<string> Caveats(IReadOnlyList<RankingEntry> entries)
    {
        var (best, caveats) = (entries[0], new List<string>());
        if (best.Cell.Totals.Failed > 0)
        {
            caveats.Add($"{FailedColumn.Text(best.Cell)} of its requests failed there.");
        }

        if (best.OverlapsNext)
        {
            caveats.Add($"Its interval overlaps with that of {entries[1].Store}: the order of the two is not certain.");
        }

        if (best.Cell.ClientBound)
        {
            caveats.Add("The load generator was the limit there: the store may do more.");
        }

        return caveats;
    }

    public static TableModel Table(string caption, RankingPlace place, IReadOnlyList<RankingEntry> entries)
    {
        var remarks = entries.Select(e => string.Join("; ", Remarks(e).Concat(place.Remarks(e.Cell)))).ToList();
        List<Column<RankingEntry>> columns =
        [
            new("Rank", e => e.Rank), new("Store", e => e.Store),
            .. place.Columns.Select(c => new Column<RankingEntry>(c.Head, e => c.Text(e.Cell))),
        ];
        if (remarks.Exists(r => r.Length > 0))
        {
            columns.Add(new("Remarks", e => remarks[e.Rank - 1]));
        }

        return TableRows.Of(caption, entries, columns) with { HeadColumn = 1 };
    }

    private static IEnumerable<string> Remarks(RankingEntry entry)
    {
        if (!entry.Sustained)
        {
            yield return "did not keep the rate";
        }

        if (entry.Cell.ClientBound)
        {
            yield return $"client-bound: {Format.Percent(entry.Cell.ShareOfCeiling)} of the no-op ceiling";
        }

        if (entry.OverlapsNext)
        {
            yield return "interval overlaps with the next";
        }

        if (entry.Cell.Trials.Any(t => t.Interrupted))
        {
            yield return "interrupted";
        }
    }
}
