using System.Globalization;

namespace EventSourcingBench.Reporting;

/// <summary>Says a ranking in words.</summary>
internal static class RankingText
{
    public static string Rule(RankingMeasure measure, IReadOnlyList<RankingEntry> entries) => measure switch
    {
        RankingMeasure.BulkRate => IngestRanking.Rule(entries),
        RankingMeasure.GrownAppend => GrowthRanking.Rule(entries),
        RankingMeasure.Throughput => "Ranked by the best throughput over all loads; more is better.",
        RankingMeasure.SustainedRate => "Ranked by the highest rate that was kept (98% of it answered successfully), then by the 99th percentile of the response time of all requests at it.",
        _ => $"Ranked by the 99th percentile of the projection delay at {entries[0].Cell.Load.Label}; less is better.",
    };

    public static IReadOnlyList<TextRun> Answer(
        string suite, string tier, string? order, RankingMeasure measure, IReadOnlyList<RankingEntry> entries)
    {
        var best = entries[0];
        var runs = new List<TextRun>
        {
            new($"{(order is null ? "Of" : $"In the order {order}, of")} the stores that {Tier.StoresThat(tier)}, {(entries.Count == 1 ? "only " : string.Empty)}"),
            new(best.Store, Strong: true),
            new(entries.Count == 1 ? " is ranked: it" : string.Empty),
        };
        runs.AddRange(measure switch
        {
            RankingMeasure.BulkRate => IngestRanking.Answer(entries),
            RankingMeasure.GrownAppend => GrowthRanking.Answer(entries),
            RankingMeasure.Throughput => ThroughputAnswer(suite, entries),
            RankingMeasure.SustainedRate => RateAnswer(entries),
            _ => DelayAnswer(entries),
        });
        runs.Add(new TextRun(Doubts(entries)));
        return [.. runs.Where(r => r.Text.Length > 0)];
    }

    public static TableModel Table(
        string suite, string tier, string? order, RankingMeasure measure, IReadOnlyList<RankingEntry> entries, string letter)
    {
        var run = letter.Length == 0 ? string.Empty : $", run {letter}";
        var caption = $"Ranking of {suite}, {tier}{(order is null ? string.Empty : $", {order}")}{run}";
        if (measure is RankingMeasure.BulkRate or RankingMeasure.GrownAppend)
        {
            return measure == RankingMeasure.BulkRate ? IngestRanking.Table(caption, entries) : GrowthRanking.Table(caption, entries);
        }

        var delay = measure == RankingMeasure.ProjectionDelay;
        List<TableColumn> columns =
        [
            new("Rank", true), new("Store"), new("At"), new("Throughput (/s)", true), FailedColumn.OfRequests,
            new("Response p50 (ms)", true), new("Response p99 (ms)", true),
        ];
        if (delay)
        {
            columns.AddRange([new("Delay p50 (ms)", true), new("Delay p99 (ms)", true)]);
        }

        var remarked = entries.Any(e => Remarks(e).Length > 0);
        if (remarked)
        {
            columns.Add(new TableColumn("Remarks"));
        }

        var rows = entries.Select(e =>
        {
            List<string> row =
            [
                e.Rank.ToString(CultureInfo.InvariantCulture), e.Store, e.Cell.Load.Label, Format.WithInterval(e.Cell.Throughput),
                FailedColumn.Text(e.Cell), Format.WithInterval(e.Cell.Response?.P50), Format.WithInterval(e.Cell.Response?.P99),
            ];
            if (delay)
            {
                row.AddRange([Format.WithInterval(e.Cell.Delay!.P50), Format.WithInterval(e.Cell.Delay!.P99)]);
            }

            if (remarked)
            {
                row.Add(Remarks(e));
            }

            return (IReadOnlyList<string>)row;
        });
        return new TableModel(caption, columns, [.. rows]) { HeadColumn = 1 };
    }

    private static IEnumerable<TextRun> ThroughputAnswer(string suite, IReadOnlyList<RankingEntry> entries)
    {
        var best = entries[0];
        var verb = suite == "append" ? "appended" : "completed";
        yield return new TextRun(entries.Count == 1 ? $" {verb} " : $" {verb} most: ");
        yield return new TextRun($"{Format.Number(best.Measured.Median)} a second", Strong: true);
        yield return new TextRun(
            $" at {best.Cell.Load.Label}{Interval(best, Format.Number)}, p99 {Format.Duration(best.Cell.Response!.P99)}.");
    }

    private static IEnumerable<TextRun> RateAnswer(IReadOnlyList<RankingEntry> entries)
    {
        var best = entries[0];
        var rate = Format.Number(best.Cell.Load.Rate);
        yield return new TextRun(
            !best.Sustained ? " came nearest to the rate and did not keep it: "
            : entries.Count == 1 ? " kept up with "
            : " answered soonest at the highest rate that was kept: ");
        yield return new TextRun(
            best.Sustained ? $"{rate} a second" : $"{Format.Number(best.Cell.Throughput.Median)} of {rate} a second", Strong: true);
        yield return new TextRun(
            $" with a response time of p50 {Format.Duration(best.Cell.Response!.P50)}, p99 {Format.Duration(best.Measured)}"
            + $"{Interval(best, Format.Duration)}.");
    }

    private static IEnumerable<TextRun> DelayAnswer(IReadOnlyList<RankingEntry> entries)
    {
        var best = entries[0];
        yield return new TextRun(entries.Count == 1 ? " showed an event in its read model after " : " showed events in its read model soonest: after ");
        yield return new TextRun($"{Format.Duration(best.Measured.Median)} at p99", Strong: true);
        yield return new TextRun(
            $"{Interval(best, Format.Duration)} and {Format.Duration(best.Cell.Delay!.P50.Median)} at p50, with {best.Cell.Load.Label} and {Format.Number(best.Cell.Throughput.Median)} requests a second.");
    }

    public static string Interval(RankingEntry entry, Func<double?, string> format) => entry.Measured.HasInterval()
        ? $" (95% CI {format(entry.Measured.Low)} to {format(entry.Measured.High)}, {entry.Cell.Trials.Count.ToString(CultureInfo.InvariantCulture)} trials)"
        : string.Empty;

    private static string Doubts(IReadOnlyList<RankingEntry> entries)
    {
        var text = string.Empty;
        if (entries[0].Cell.Totals.Failed > 0)
        {
            text += $" {FailedColumn.Text(entries[0].Cell)} of its requests failed there.";
        }

        if (entries[0].OverlapsNext)
        {
            text += $" Its interval overlaps with that of {entries[1].Store}: the order of the two is not certain.";
        }

        if (entries[0].Cell.ClientBound)
        {
            text += " The load generator was the limit there: the store may do more.";
        }

        return text;
    }

    private static string Remarks(RankingEntry entry)
    {
        var remarks = new List<string>();
        if (!entry.Sustained)
        {
            remarks.Add("did not keep the rate");
        }

        if (entry.Cell.ClientBound)
        {
            remarks.Add($"client-bound: {Format.Percent(entry.Cell.ShareOfCeiling)} of the no-op ceiling");
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
