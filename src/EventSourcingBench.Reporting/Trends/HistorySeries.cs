namespace EventSourcingBench.Reporting.Trends;

/// <summary>One metric of the same workload on the same machine over versions and dates.</summary>
/// <param name="Apart">What distinguishes it from other series of the same names, such as a machine; empty where there is no other.</param>
/// <param name="Points">In the order of time.</param>
public sealed record HistorySeries(
    string Suite, string Store, string Load, string Metric, string Unit, IReadOnlyList<string> Apart,
    IReadOnlyList<HistoryPoint> Points, IReadOnlyList<HistoryChange> Changes)
{
    private const int ShortCommit = 8;

    public string Title => $"{Suite}, {Store}, {Load}: {Metric} ({Unit})";

    /// <summary>What is missing for a change to be found; null where nothing is.</summary>
    public string? TooShort => Points.Count >= ChangePoints.LeastValues ? null
        : $"{Format.Count(Points.Count)} of the {Format.Count(ChangePoints.LeastValues)} runs in which a change can be found";

    public HistoryChange? ChangeAt(int point) => Changes.FirstOrDefault(c => c.Index == point);

    /// <summary>The series of several runs, without values that were not verified or are only known to be at least so great.</summary>
    /// <param name="margin">Changes within it are left out.</param>
    public static IReadOnlyList<HistorySeries> Of(IReadOnlyList<PublishedRun> runs, double margin)
    {
        var ordered = runs.OrderBy(r => r.StartedAt).Select(r => (Run: r, Comparable: ComparableRun.Of(r))).ToList();
        var values =
            from run in ordered
            from value in run.Comparable.Values
            where value is { Problem: null, IsLowerBound: false, GreaterIsBetter: not null } && value.Trials.All(t => t > 0)
            select (run.Run, run.Comparable, Value: value);
        return
        [
            .. from name in values.GroupBy(v => (v.Value.Key, v.Value.Unit))
               let lists = ListsOf(name.Select(v => v.Comparable))
               let samples = name.Select(v => new Sample(v.Run, v.Comparable, v.Value, GivenTo(v.Value, v.Comparable, lists))).ToList()
               let common = samples.Select(s => s.Given).Aggregate((a, b) => [.. a.Intersect(b, StringComparer.Ordinal)])
               from series in samples.GroupBy(s => string.Join('\n', s.Given), StringComparer.Ordinal)
               select Of([.. series], common, margin),
        ];
    }

    // Values of a list are measured one by one, and named by the load: runs of the same load agree in them.
    private static HashSet<string> ListsOf(IEnumerable<ComparableRun> runs) =>
        runs.SelectMany(r => r.Facts).Where(f => f.Kind == FactKind.Workload && f.Value.Contains(',')).Select(f => f.Title)
            .ToHashSet(StringComparer.Ordinal);

    private static List<string> GivenTo(MeasuredValue value, ComparableRun run, HashSet<string> lists)
    {
        var scopes = ScopesOf(value);
        return [.. run.Facts.Where(f => f.IsGiven && scopes.Contains(f.Scope) && !lists.Contains(f.Title))
            .Select(f => $"{f.Title} {f.Value}").Order(StringComparer.Ordinal)];
    }

    private static HistorySeries Of(List<Sample> samples, List<string> common, double margin)
    {
        var (value, given) = (samples[0].Value, samples[0].Given);
        return new HistorySeries(
            value.Suite, value.Store, value.Load, value.Metric, value.Unit, [.. given.Except(common)],
            [.. samples.Select(PointOf)],
            [
                .. from change in ChangePoints.Find(samples.ConvertAll(s => s.Value.Median), margin, Estimates.AnySeed)
                   where Math.Max(change.Change.Ratio.Median, 1 / change.Change.Ratio.Median) > 1 + margin
                   let ratio = change.Change.Ratio
                   let causes = RunComparison.Between(
                       samples[change.Index - 1].Comparable, samples[change.Index].Comparable, ScopesOf(value))
                   select new HistoryChange(
                       change.Index, ratio.Median - 1, ratio.Low - 1, ratio.High - 1, ratio.Median > 1 == value.GreaterIsBetter,
                       [.. causes.Select(c => c.Text)]),
            ]);
    }

    private static HistoryPoint PointOf(Sample sample)
    {
        var (run, store) = (sample.Run, sample.Run.Stores.FirstOrDefault(s => s.Name == sample.Value.Store));
        var commit = run.GitCommit is { } known ? $" ({Format.Commit(known, ShortCommit)})" : string.Empty;
        return new HistoryPoint(run.Id, run.StartedAt, run.ToolVersion + commit,
            store?.ServerVersion ?? Format.None, Bootstrap.Median(sample.Value.Trials, Estimates.AnySeed));
    }

    private static HashSet<string> ScopesOf(MeasuredValue value) => [string.Empty, value.Suite, value.Store];

    private sealed record Sample(PublishedRun Run, ComparableRun Comparable, MeasuredValue Value, List<string> Given);
}

/// <summary>What one run measured: the median of its trials.</summary>
public sealed record HistoryPoint(string Run, DateTimeOffset At, string Product, string StoreVersion, Estimate Value);

/// <summary>A change of a series.</summary>
/// <param name="Index">The first point after it.</param>
/// <param name="Share">The change of the median of the points, 0.1 for 10% more; with its 95% interval, or the range of few points.</param>
/// <param name="Differs">What differs between the run before and the first one after, with both values.</param>
public sealed record HistoryChange(
    int Index, double Share, double? Low, double? High, bool IsBetter, IReadOnlyList<string> Differs)
{
    public string Text => $"{Signed(Share)} ({Signed(Low)} to {Signed(High)}), {(IsBetter ? "better" : "worse")}";

    private static string Signed(double? share) => (share < 0 ? "−" : "+") + Format.Percent(Math.Abs(share ?? double.NaN));
}
