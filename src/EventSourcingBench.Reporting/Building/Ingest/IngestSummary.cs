using System.Globalization;

namespace EventSourcingBench.Reporting;

/// <summary>An ingest with so many steps that nobody reads a row for each: one for each store and count.</summary>
internal static class IngestSummary
{
    /// <summary>A table with more rows than this is summed up.</summary>
    public const int MostRows = 30;

    /// <returns>Null where every step may have its row.</returns>
    public static TableModel? Build(IReadOnlyList<Cell> cells, int runs)
    {
        var results = IngestResult.Of(cells);
        return results.Count <= MostRows ? null : new TableModel(
            "Ingest: the best and the worst buffer of each store by count, events a second (median of the warm trials)",
            [
                new("Store"), new("Durability"), new("Events", true), new("Best buffer"), new("Events/s", true), new("Maximum", true), new("Cold", true),
                new("Worst buffer"), new("Events/s", true), new("Trials", true), new("Overflowed", true), new("Failed", true), new("Verdicts"),
            ],
            [.. results.GroupBy(r => (r.Cell.Run, r.Cell.Store, r.Load.Remote, r.Load.Count)).Select(g => Row([.. g], runs))])
        {
            Note = string.Create(CultureInfo.InvariantCulture, $"{results.Count} steps summed up. report.html has each of them, ingest.csv each trial; its columns are explained in src/EventSourcingBench.Reporting/README.md."),
        };
    }

    private static IReadOnlyList<string> Row(List<IngestResult> steps, int runs)
    {
        var best = IngestContext.Best(steps)!;
        var worst = steps.OrderBy(s => s.Cell.Verdict).ThenBy(s => s.Rate.Median).First(s => s.Cell.Verdict == best.Cell.Verdict);
        return
        [
            Letters.StoreName(best.Cell, runs), best.Cell.Tier, Format.Count(best.Load.Count), best.Load.Buffer, Rate(best), Format.Number(best.Maximum), Format.Number(best.Cold),
            worst == best ? Format.None : worst.Load.Buffer, worst == best ? Format.None : Rate(worst),
            Format.Count(steps.Sum(s => s.Trials.Count)), Format.Count(steps.Sum(s => s.Overflowed)), Format.Count(steps.Sum(s => s.Failed)),
            string.Join(", ", steps.GroupBy(s => s.Cell.Verdict).OrderByDescending(v => v.Key).Select(v => $"{Format.Count(v.Count())} {Verdicts.Label(v.Key)}")),
        ];
    }

    private static string Rate(IngestResult result) =>
        Format.WithInterval(result.Counted.Count == 0 ? null : result.Rate) + (result.OnlyCold ? " (cold)" : string.Empty);
}
