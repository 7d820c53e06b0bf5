namespace EventSourcingBench.Reporting.Building;

internal static class RankingText
{
    /// <summary>One sentence of at most 25 words: the store, the figure, the condition.</summary>
    public static IReadOnlyList<TextRun> Answer(string tier, string? part, RankingPlace place, IReadOnlyList<RankingEntry> entries)
    {
        var best = entries[0].Cell;
        var texts = place.Texts(best);
        var stores = entries.DistinctBy(e => e.Cell.ProfileOf ?? e.Store).Count();
        // The name of a store that was used in several ways says the part of the load already.
        var within = part is null || best.Store.Contains(part, StringComparison.Ordinal) ? string.Empty : $" ({part})";
        return
        [
            new(best.Store, Strong: true),
            new(stores == 1
                ? $", the only {tier} store that is ranked{within}, {texts.Only} "
                : string.Create(CultureInfo.InvariantCulture, $" {texts.Best} of {stores} {tier} stores{within}: ")),
            new(place.Say(texts.Figure, best), Strong: true),
            new(place.Say(texts.Condition, best) + "."),
        ];
    }

    public static IReadOnlyList<string> Caveats(IReadOnlyList<RankingEntry> entries) =>
    [
        .. new[]
        {
            entries[0].Cell.Totals.Failed == 0 ? null : $"{TableRows.Failed.Text(entries[0].Cell)} of its requests failed there.",
            !entries[0].OverlapsNext ? null
                : $"Its interval overlaps with that of {entries[1].Store}: the order of the two is not certain.",
            !entries[0].Cell.ClientBound ? null : "The load generator was the limit there: the store may do more.",
        }.OfType<string>(),
    ];

    public static TableModel Table(string caption, RankingPlace place, IReadOnlyList<RankingEntry> entries)
    {
        var remarks = entries.Select(e => string.Join("; ", Remarks(e).Concat(place.Remarks(e.Cell)))).ToList();
        return TableRows.Of(
            caption,
            entries,
            [
                new("Rank", e => e.Rank), new("Store", e => e.Store),
                .. place.Columns.Select(c => new Column<RankingEntry>(c.Head, e => c.Text(e.Cell))),
                .. remarks.Exists(r => r.Length > 0) ? (Column<RankingEntry>[])[new("Remarks", e => remarks[e.Rank - 1])] : [],
            ]) with
        { HeadColumn = 1 };
    }

    private static IEnumerable<string> Remarks(RankingEntry entry) => new[]
    {
        entry.Sustained ? null : "did not keep the rate",
        entry.Cell.ClientBound ? $"client-bound: {Format.Percent(entry.Cell.ShareOfCeiling)} of the no-op ceiling" : null,
        entry.OverlapsNext ? "interval overlaps with the next" : null,
        entry.Cell.Trials.Any(t => t.Interrupted) ? "interrupted" : null,
    }.OfType<string>();
}
