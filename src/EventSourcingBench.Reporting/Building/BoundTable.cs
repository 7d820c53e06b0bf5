namespace EventSourcingBench.Reporting.Building;

/// <summary>Which stores keep the bounds that were asked for (<c>--threshold</c>), and up to which rate (<c>--slo</c>).</summary>
internal static class BoundTable
{
    /// <summary>Null where no bound was asked for. A repetition among the cells is a trial of the store that it repeats.</summary>
    public static TableModel? Of(string suite, IReadOnlyList<Cell> cells)
    {
        List<BoundRow> rows = [.. cells.GroupBy(c => (c.Run, Store: c.RepeatOf ?? c.Store)).SelectMany(g => Rows([.. g]))];
        var searches = cells.Searches().ToList();
        var load = searches is [{ Search.Unit: not SloSearchRecord.PerSecond and var unit }, ..] ? $"load ({unit.Trim()})" : "rate (/s)";
        return rows.Count == 0 ? null : TableRows.Of($"Bounds of {suite}", rows,
            [
                new("Store", r => r.Store), new("Bound", r => r.Bound), new("Keeps it", r => r.IsKept ? "yes" : "no"),
                new("Worst trial", r => r.Worst, numeric: true), new("Where", r => r.Where),
                new($"Highest confirmed {load}", r => r.Rate), new("Headroom", r => Format.Percent(r.Headroom), numeric: true),
            ], string.Join(' ', searches.Select(s => s.Search.Answer(s.Cell.Name))));
    }

    private static IEnumerable<BoundRow> Rows(List<Cell> store)
    {
        var name = store.Find(c => c.RepeatOf is null)?.Name ?? store[0].Name;
        var searches = store.Searches().Select(s =>
        {
            var slowest = s.Search.Slowest;
            return new BoundRow(
                name, s.Search.Slo.ToString(), s.Search.Rate is not null,
                slowest?.Response is null ? Format.None : $"{Format.Median(SloTable.Response(slowest))} ms", Where(s.Trial),
                s.Search.Confirmations >= SloSearchRecord.RunsToConfirm ? s.Search.Rate : null,
                1 - (slowest?.Response / s.Search.Slo.Bound));
        });
        var thresholds = store.Trials(t => t.Thresholds is not null)
            .SelectMany(t => t.Step.Thresholds!.Select(threshold => (Trial: t, Threshold: threshold)))
            .GroupBy(t => t.Threshold.Threshold, StringComparer.Ordinal).Select(g =>
            {
                var worst = g.MinBy(t => t.Threshold.Headroom ?? double.NegativeInfinity);
                var kept = g.Where(t => t.Trial.Cell.Load is { Rate: not null, Ramp: false }).GroupBy(t => t.Trial.Cell.Load.Rate)
                    .OrderBy(r => r.Key)
                    .TakeWhile(r => r.All(t => t.Threshold.IsKept && t.Trial.Step.Verdict.Passed));
                return new BoundRow(
                    name, g.Key, g.All(t => t.Threshold.IsKept), Format.Value(worst.Threshold), Where(worst.Trial),
                    kept.LastOrDefault()?.Key, worst.Threshold.Headroom);
            });
        return searches.Concat(thresholds);
    }

    private static string Where(Trial trial) => $"{trial.Cell.Load.Label}, trial {trial.Step.Trial}"
        + (trial.Cell.RepeatOf is null ? string.Empty : $" of {trial.Cell.Store}");

    private sealed record BoundRow(string Store, string Bound, bool IsKept, string Worst, string Where, double? Rate, double? Headroom);
}
