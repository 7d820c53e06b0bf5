namespace EventSourcingBench.Reporting.Sections;

/// <summary>The rankings that a suite names.</summary>
internal static class RankingRules
{
    /// <exception cref="FormatException">There is no rule of that name.</exception>
    public static IReadOnlyList<RankingRule> Of(SuiteDefinition suite) =>
    [
        .. suite.Report.Rankings.Select(r => r.Rule switch
        {
            "delay" => RequestRankings.Delay,
            "rate" => RequestRankings.Rate,
            "throughput" => RequestRankings.Throughput(r.Best, r.Only),
            "greatest" => Greatest(suite, r),
            "last part" => LastPart(suite, r),
            _ => throw new FormatException($"This version has no ranking named '{r.Rule}'. Use the one that made the run."),
        }),
    ];

    private static RankingRule Greatest(SuiteDefinition suite, ReportRanking ranking)
    {
        var axis = suite.AxisOf(ranking.Axis);
        return new RankingRule(ranking.Measure)
        {
            May = c => axis.Of(c) is not null && c.Throughput.Median > 0 && Alone(c) is null,
            Missing = cells => cells.Select(Alone).All(a => a is not null) ? Alone(cells[0])! : ranking.Missing,
            At = candidates =>
            {
                var most = candidates.MaxBy(axis.Order)!;
                var at = axis.Of(most)!;
                return Place(suite, ranking, at, c => axis.Of(c) == at, c => new RowValues(suite, c).Estimated(ranking.Value)!.Value) with
                {
                    Order = c => (-c.Throughput.Median, c.Load.Order),
                };
            },
        };

        // A store that promises a majority of nodes and has one node only keeps no such promise.
        string? Alone(Cell cell) => cell.Tier != Tier.Replicated ? null
            : ranking.Alone.Where(a => new RowValues(suite, cell).Number(a.Key) is 1).Select(a => a.Value).FirstOrDefault();
    }

    private static RankingRule LastPart(SuiteDefinition suite, ReportRanking ranking)
    {
        var measure = SampleMeasure.Named(suite, ranking.Value, ranking.Axis);
        return new RankingRule(ranking.Measure)
        {
            May = c => SampleLine.Of(c, measure) is not null,
            Missing = _ => ranking.Missing,
            At = candidates =>
            {
                // The greatest size that the most stores were sampled at.
                var lines = candidates.ToDictionary(c => c, c => SampleLine.Of(c, measure)!);
                var events = lines.Values.SelectMany(l => l.Points.Select(p => p.Events)).Distinct()
                    .OrderByDescending(e => lines.Values.Count(l => l.Near(e) is not null)).ThenByDescending(e => e).First();
                var ranked = candidates.Where(c => lines[c].Near(events) is not null).ToList();
                return Place(
                    suite, ranking, Format.Count(events), c => lines[c].Near(events) is not null, c => lines[c].Near(events)!.Value) with
                {
                    Figure = c => ranking.Figure.Replace(
                        "{value}", Format.Duration(lines[c].Near(events)!.Value.Median), StringComparison.Ordinal),
                    Columns =
                    [
                        FailedColumn.OfRequests,
                        .. suite.Report.Metrics.Keys.Select(m => SampleMeasure.Named(suite, m, ranking.Axis))
                            .Where(m => m.Name == measure.Name || ranked.Exists(c => SampleLine.Of(c, m)?.Near(events) is not null))
                            .Select(m => new Column<Cell>(m.Label, c => AgainstFirst(SampleLine.Of(c, m), events), numeric: true)),
                    ],
                };
            },
        };
    }

    private static RankingPlace Place(
        SuiteDefinition suite, ReportRanking ranking, string at, Func<Cell, bool> has, Func<Cell, Estimate> measured)
    {
        return new(Said(ranking.Text))
        {
            Has = has,
            Lacks = Said(ranking.Lacks),
            Measured = measured,
            Order = c => measured(c).Median,
            Best = _ => ranking.Best,
            Only = _ => ranking.Only,
            Figure = c => new RowValues(suite, c).Filled(Said(ranking.Figure))!,
            Condition = c => new RowValues(suite, c).Filled(Said(ranking.Condition))!,
            Columns = SectionBuilder.Columns(suite, ranking.Columns),
            Remarks = c => ranking.Remarks.Where(r => new RowValues(suite, c).Has(r.Key))
                .Select(r => new RowValues(suite, c).Filled(r.Value)).OfType<string>(),
        };

        string Said(string text) => text.Replace("{at}", at, StringComparison.Ordinal);
    }

    private static string AgainstFirst(SampleLine? line, long events)
    {
        if (line?.Near(events) is not { } value)
        {
            return Format.None;
        }

        var first = line.Points[0];
        return Format.Number(value.Median) + (first.Events < events && first.Value.Median > 0
            ? $" (× {Format.Number(value.Median / first.Value.Median)})" : string.Empty);
    }
}
