namespace EventSourcingBench.Reporting.Sections;

internal static class RankingRules
{
    /// <summary>The first rule of the suite that applies to the steps of a run.</summary>
    public static RankingRule? For(SuiteDefinition suite, IReadOnlyList<Cell> cells) =>
        suite.Report.Rankings.Select(r => r.Rule switch
        {
            "delay" => Delay(suite, OfRequests(r.Rule)),
            "rate" => Rate(suite, OfRequests(r.Rule)),
            "throughput" => Throughput(suite, OfRequests(r.Rule) with { Best = r.Best, Only = r.Only }),
            "greatest" => Greatest(suite, r, isLess: false),
            "least" => Greatest(suite, r, isLess: true),
            "last part" => LastPart(suite, r),
            _ => throw new FormatException($"This version has no ranking named '{r.Rule}'. Use the one that made the run."),
        }).ToList().Find(r => r.If?.Invoke(cells) != false);

    private static ReportRanking OfRequests(string rule)
    {
        var own = RequestReport.Common.Rankings[rule];
        return own with { Columns = [.. RequestReport.Common.Ranked, .. own.Columns] };
    }

    /// <summary>What the steps of a suite are compared by, load by load: what they are ranked by, but at a given rate the response time;
    /// null where nothing of a single load is compared.</summary>
    public static Func<Cell, ComparedValue?> ComparedBy(SuiteDefinition suite, IReadOnlyList<Cell> cells) =>
        cells.Count > 0 && For(suite, cells)?.By is { } by
            ? cell => cell.Load.IsOpen && !by.IsTime ? ComparedValue.Response : by : _ => null;

    public static Func<Cell, Cell, Difference?> Comparing(SuiteDefinition suite, IReadOnlyList<Cell> cells)
    {
        var by = ComparedBy(suite, cells);
        return (one, other) => by(one)?.Between(one, other);
    }

    private static RankingRule Delay(SuiteDefinition suite, ReportRanking ranking) => new(
        ranking.Measure, c => c is { Service: not null, Delay: not null }, NothingMeasured, candidates =>
        {
            // Delays are comparable at one load only: the greatest that the most stores were measured at.
            var load = candidates.GroupBy(c => c.Load).OrderByDescending(g => g.Count()).ThenByDescending(g => g.Key.Order).First().Key;
            return new RankingPlace(
                suite, ranking, load.Label, c => c.Delay!.P99 ?? default, ComparedValue.Delay, Has: c => c.Load == load);
        }, ComparedValue.Delay, cells => cells.Any(c => c.Delay is not null));

    private static RankingRule Rate(SuiteDefinition suite, ReportRanking ranking) => new(
        ranking.Measure, c => c.Service is not null, NothingMeasured, candidates =>
        {
            var highest = candidates.Max(KeptRate);
            var tied = candidates.Where(c => KeptRate(c).Equals(highest)).DistinctBy(c => c.Store).Count() > 1;
            return new RankingPlace(
                suite, ranking, string.Empty, c => c.Response!.P99 ?? default, ComparedValue.Response,
                // A known time stands before a lower bound, however small that is: there requests had no answer.
                Order: c => (
                    -KeptRate(c), SustainedRate.IsKept(c) ? 0 : -c.Throughput.Median / c.Load.DueRate,
                    c.Response!.P99?.IsLowerBound, c.Response.P99?.Median),
                BestOrder: c => (-KeptRate(c), -c.Throughput.Median),
                MayTie: (a, b) => KeptRate(a) > 0 && (KeptRate(a).Equals(KeptRate(b)) || !IsHigher(a, b)), Sustained: SustainedRate.IsKept,
                Texts: c => SustainedRate.IsKept(c)
                    ? ranking with { Best = tied ? "was fastest at the highest sustained rate" : "sustained the highest rate" }
                    : ranking with
                    {
                        Best = "came nearest to its rate, without keeping it,",
                        Only = "did not keep its rate:",
                        Figure = "{throughput} of " + ranking.Figure,
                    });

            // The trials of the one agree that it kept its rate, and those of the other, at the next rate that it had, that it did not.
            bool IsHigher(Cell one, Cell other) => KeptTrials.Agree(one) == true
                && (candidates.Where(c => c.Store == other.Store && c.Load.DueRate > KeptRate(other)).MinBy(c => c.Load.DueRate)
                    is not { } next || KeptTrials.Agree(next) == false);
        }, ComparedValue.Response, cells => cells.All(c => c.Load.IsOpen));

    private static RankingRule Throughput(SuiteDefinition suite, ReportRanking ranking) => new(
        ranking.Measure, c => c.Service is not null && !c.Load.IsOpen,
        cells => cells.All(c => c.Load.IsOpen) ? "it was measured at given rates only" : NothingMeasured(cells),
        _ => new RankingPlace(
            suite, ranking, string.Empty, c => c.Throughput, ComparedValue.Throughput, Order: c => (-c.Throughput.Median, c.Load.Order)),
        ComparedValue.Throughput);

    private static string NothingMeasured(IReadOnlyList<Cell> cells) =>
        cells.All(c => c.Service is null) ? "no request succeeded" : "no projection delay was measured";

    // Of a ramp the mean: its end is no rate that was kept.
    private static double KeptRate(Cell cell) => SustainedRate.IsKept(cell) ? cell.Load.DueRate ?? 0 : 0;

    private static RankingRule Greatest(SuiteDefinition suite, ReportRanking ranking, bool isLess)
    {
        var axis = suite.AxisOf(ranking.Axis);
        var by = ranking.Value == "throughput" ? ComparedValue.Throughput
            : ComparedValue.OfEstimates(Format.Capital(ranking.Measure), isLess,
                (cell, trial) => new RowValues(suite, cell, trial).Estimated(ranking.Value));
        return new RankingRule(ranking.Measure, c => axis.Of(c) is not null && c.Throughput.Median > 0 && Alone(c) is null && IsWhole(c),
            cells => cells.All(c => Alone(c) is not null) ? Alone(cells[0])! : ranking.Missing, candidates =>
            {
                var compared = candidates
                    .Where(c => ranking.Unless is not { } unless || new RowValues(suite, c).Value(unless) is null).ToHashSet();
                if (compared.Count == 0)
                    compared = [.. candidates];

                // Where no step has a value, such as a fault that happens to no store, nothing can be compared.
                var at = axis.Of(compared.MaxBy(c => (by.Of(c).Any(), axis.Order(c)))!)!;
                Estimate Value(Cell cell) => new RowValues(suite, cell).Estimated(ranking.Value) ?? default;
                compared.RemoveWhere(c => axis.Of(c) != at);
                if (!ranking.AtRate)
                {
                    return new RankingPlace(
                        suite, ranking, at, Value, by, Has: compared.Contains,
                        Order: c => isLess ? (Value(c).IsLowerBound, Value(c).Median) : (-c.Throughput.Median, c.Load.Order));
                }

                // At the highest rate that the most stores have. What was not sent cannot be late.
                var rate = compared.GroupBy(c => c.Load.DueRate).OrderByDescending(g => g.DistinctBy(c => c.Store).Count())
                    .ThenByDescending(g => g.Key).First().Key;
                return new RankingPlace(
                    suite, ranking, at, Value, by, Has: c => compared.Contains(c) && c.Load.DueRate == rate,
                    Order: c => (!IsKept(c), Value(c).IsLowerBound, Value(c).Median), MayTie: (a, b) => IsKept(a) == IsKept(b),
                    Sustained: IsKept);
            }, by);

        // One that has it in some of its trials would be ranked by its good ones.
        bool IsWhole(Cell cell) => by == ComparedValue.Throughput || by.Of(cell).Count() is var count
            && (count == 0 || count == cell.Trials.Count);

        bool IsKept(Cell cell) => !cell.Load.IsOpen || SustainedRate.IsKept(cell);

        // A store that promises a majority of nodes and has one node only keeps no such promise.
        string? Alone(Cell cell) => cell.Tier != Tier.Replicated ? null
            : ranking.Alone.Where(a => new RowValues(suite, cell).Number(a.Key) is 1).Select(a => a.Value).FirstOrDefault();
    }

    private static RankingRule LastPart(SuiteDefinition suite, ReportRanking ranking)
    {
        var measure = SampleMeasure.Named(suite, ranking.Value, ranking.Axis);
        return new RankingRule(ranking.Measure, c => SampleLine.Of(c, measure) is not null, _ => ranking.Missing, candidates =>
        {
            // The greatest size that the most stores were sampled at.
            var lines = candidates.ToDictionary(c => c, c => SampleLine.Of(c, measure)!);
            var events = lines.Values.SelectMany(l => l.Points.Select(p => p.Events)).Distinct()
                .OrderByDescending(e => lines.Values.Count(l => l.Near(e) is not null)).ThenByDescending(e => e).First();
            var ranked = lines.Where(l => l.Value.Near(events) is not null).ToDictionary(l => l.Key, l => l.Value.Near(events)!.Value);
            var by = ComparedValue.OfTrials(measure.Name, isTime: true, (cell, trial) =>
                SampleLine.Of(cell with { Trials = [trial] }, measure)?.Near(events)?.Median);
            return new RankingPlace(
                suite, ranking, Format.Count(events), c => ranked[c], by, Has: ranked.ContainsKey,
                Texts: c => ranking with
                { Figure = ranking.Figure.Replace("{value}", Format.Duration(ranked[c].Median), StringComparison.Ordinal) },
                Columns:
                [
                    TableRows.Failed,
                    .. suite.Report.Metrics.Keys.Select(m => SampleMeasure.Named(suite, m, ranking.Axis))
                        .Where(m => m.Name == measure.Name || ranked.Keys.Any(c => SampleLine.Of(c, m)?.Near(events) is not null))
                        .Select(m => new Column<Cell>(m.Label, c => AgainstFirst(SampleLine.Of(c, m), events), numeric: true)),
                ]);
        }, By: null);
    }

    private static string AgainstFirst(SampleLine? line, long events)
    {
        if (line?.Near(events) is not { } value)
            return Format.None;

        var first = line.Points[0];
        return Format.Number(value.Median) + (first.Events < events && first.Value.Median > 0
            ? $" (× {Format.Number(value.Median / first.Value.Median)})" : string.Empty);
    }
}
