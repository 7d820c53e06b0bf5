using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>
/// Ranks the stores of a suite: only steps whose verdict passed, no store that failed anywhere in the suite, and each
/// durability tier on its own.
/// </summary>
internal static class RankingBuilder
{
    /// <summary>A rate counts as kept when at least this share of what was due was answered successfully.</summary>
    private const double KeptShare = 0.98;

    private const double Unkept = 0;

    public static (IReadOnlyList<TierRanking> Rankings, IReadOnlyList<UnrankedStore> Unranked) Build(
        string suite, IReadOnlyList<Cell> cells, int runs)
    {
        var rankings = new List<TierRanking>();
        var unranked = new List<UnrankedStore>();
        foreach (var run in cells.GroupBy(c => c.Run))
        {
            var measure = MeasureOf([.. run]);
            // Another order of requests is another load: what is ranked together has the same.
            var orders = Way.OrdersOf(run.Select(Way.Of).OfType<Way>()).ToList();
            foreach (var tier in run.GroupBy(c => (c.Tier, Way.Of(c)?.Order)).OrderBy(g => Tier.Order(g.Key.Tier)).ThenBy(g => orders.IndexOf(g.Key.Order ?? string.Empty)))
            {
                var candidates = Candidates([.. tier], measure, unranked);
                var ranked = measure switch
                {
                    RankingMeasure.BulkRate => IngestRanking.Rank(candidates, unranked),
                    RankingMeasure.GrownAppend => GrowthRanking.Rank(candidates, unranked),
                    _ => Rank(candidates, measure, unranked),
                };
                if (ranked.Count > 0)
                {
                    rankings.Add(Present(suite, run.Key, tier.Key.Tier, tier.Key.Order, measure, ranked, runs));
                }
            }
        }

        return (rankings, unranked);
    }

    private static RankingMeasure MeasureOf(IReadOnlyList<Cell> cells) =>
        cells.Any(c => c.Load.Ingest is not null) ? RankingMeasure.BulkRate
        : cells.Any(c => c.Load.Grows) ? RankingMeasure.GrownAppend
        : cells.Any(c => c.Delay is not null) ? RankingMeasure.ProjectionDelay
        : cells.All(c => c.Load.IsOpen) ? RankingMeasure.SustainedRate
        : RankingMeasure.Throughput;

    private static List<Cell> Candidates(IReadOnlyList<Cell> cells, RankingMeasure measure, List<UnrankedStore> unranked)
    {
        var stores = cells.GroupBy(c => c.Store, StringComparer.Ordinal).ToList();
        var candidates = new List<Cell>();
        foreach (var store in stores)
        {
            if (Unranked.Explain([.. store], measure) is { } reason)
            {
                unranked.Add(reason);
            }
            else
            {
                candidates.AddRange(store.Where(c => Unranked.MayRank(c, measure)));
            }
        }

        return candidates;
    }

    private static List<RankingEntry> Rank(List<Cell> candidates, RankingMeasure measure, List<UnrankedStore> unranked)
    {
        if (measure == RankingMeasure.ProjectionDelay && candidates.Count > 0)
        {
            candidates = AtOneLoad(candidates, unranked);
        }

        var best = candidates.GroupBy(c => c.Store, StringComparer.Ordinal).Select(s => Best([.. s], measure)).ToList();
        best.Sort((a, b) => Compare(a, b, measure));
        return
        [
            .. best.Select((cell, index) => new RankingEntry(
                index + 1,
                cell,
                Measured(cell, measure),
                KeepsRate(cell),
                index + 1 < best.Count && Ties(cell, best[index + 1], measure))),
        ];
    }

    /// <summary>Delays are comparable at one load only: the greatest that the most stores were measured at.</summary>
    private static List<Cell> AtOneLoad(List<Cell> candidates, List<UnrankedStore> unranked)
    {
        var chosen = candidates.GroupBy(c => c.Load).OrderByDescending(g => g.Count()).ThenByDescending(g => g.Key.Order).First();
        var present = chosen.Select(c => c.Store).ToHashSet(StringComparer.Ordinal);
        unranked.AddRange(candidates.Where(c => !present.Contains(c.Store)).DistinctBy(c => c.Store)
            .Select(c => Unranked.NotThere(c, $"no verified projection delay at {chosen.Key.Label}, where the others are compared")));

        return [.. chosen];
    }

    private static Cell Best(IReadOnlyList<Cell> cells, RankingMeasure measure) => measure switch
    {
        RankingMeasure.SustainedRate => cells.OrderByDescending(KeptRate).ThenByDescending(c => c.Throughput.Median).First(),
        _ => cells.OrderByDescending(c => c.Throughput.Median).ThenBy(c => c.Load.Order).First(),
    };

    private static int Compare(Cell a, Cell b, RankingMeasure measure)
    {
        var order = measure switch
        {
            RankingMeasure.Throughput => b.Throughput.Median.CompareTo(a.Throughput.Median),
            // A known time stands before a lower bound, however small that is: there requests had no answer.
            RankingMeasure.SustainedRate => (-KeptRate(a), a.Response!.P99.IsLowerBound, a.Response!.P99.Median)
                .CompareTo((-KeptRate(b), b.Response!.P99.IsLowerBound, b.Response!.P99.Median)),
            _ => a.Delay!.P99.Median.CompareTo(b.Delay!.P99.Median),
        };
        return order != 0 ? order : string.CompareOrdinal(a.Store, b.Store);
    }

    private static bool Ties(Cell a, Cell b, RankingMeasure measure) =>
        (measure != RankingMeasure.SustainedRate || KeptRate(a).Equals(KeptRate(b)))
        && Measured(a, measure).Overlaps(Measured(b, measure));

    private static Estimate Measured(Cell cell, RankingMeasure measure) => measure switch
    {
        RankingMeasure.Throughput => cell.Throughput,
        RankingMeasure.SustainedRate => cell.Response!.P99,
        _ => cell.Delay!.P99,
    };

    private static bool KeepsRate(Cell cell) =>
        cell.Load.DueRate is not { } due || cell.Throughput.Median >= due * KeptShare;

    private static double KeptRate(Cell cell) => KeepsRate(cell) ? cell.Load.Rate ?? Unkept : Unkept;

    private static TierRanking Present(
        string suite, int run, string tier, string? order, RankingMeasure measure, List<RankingEntry> entries, int runs) => new()
        {
            Run = run,
            Tier = tier,
            TierMeaning = Tier.Meaning(tier),
            Order = order,
            Measure = measure,
            Rule = RankingText.Rule(measure, entries),
            Entries = entries,
            Answer = RankingText.Answer(suite, tier, order, measure, entries),
            Table = RankingText.Table(suite, tier, order, measure, entries, Letters.Of(run, runs)),
        };
}
