namespace EventSourcingBench.Reporting.Building;

internal static class CellBuilder
{
    public static IReadOnlyList<Cell> Build(SuiteDefinition suite, IReadOnlyList<RunFolder> runs)
    {
        var steps = runs.SelectMany((run, index) => run.Steps.Where(s => s.Suite == suite.Name).Select(s => (index, s))).ToList();
        var operation = MainOperation(steps.Select(s => s.s));
        var colors = Colors.Of(runs);
        List<Cell> cells =
        [
            .. steps.GroupBy(s => (s.index, s.s.Store, Load: suite.LoadOf(s.s)))
                .Select(g => Build(suite, runs[g.Key.index], g.Key.Load, g.Select(s => s.s), operation) with
                {
                    Run = g.Key.index,
                    Dashed = g.Key.index > 0,
                    Name = Letters.StoreName(g.Key.Store, g.Key.index, runs.Count),
                    Color = colors.GetValueOrDefault(g.Key.Store),
                })
                .OrderBy(c => c.Run).ThenBy(c => c.Store, StringComparer.Ordinal).ThenBy(c => c.Load.Order),
        ];
        var repeated = (
            from again in cells
            where again.RepeatOf is not null
            join step in cells on (again.Run, again.RepeatOf, again.Load) equals (step.Run, step.Store, step.Load)
            select (step, again)).ToLookup(p => (p.step.Run, p.step.Load));
        return
        [
            .. cells.Select(c => c with
            {
                ShareOfEmptiest = c.Throughput.Median / Emptiest(c).Throughput.Median,
                Repeated = [.. repeated[(c.Run, c.Load)]],
            }),
        ];

        Cell Emptiest(Cell cell) => cells
            .Where(c => c.Name == cell.Name && c.Load with { Preload = cell.Load.Preload } == cell.Load).MinBy(c => c.Load.Preload ?? 0)!;
    }

    /// <summary>The operation with the most successes: the one that latencies speak of.</summary>
    private static string? MainOperation(IEnumerable<StepRecord> steps) =>
        steps.SelectMany(s => s.Operations).Where(o => o.Outcome == Outcome.Success).GroupBy(o => o.Operation, StringComparer.Ordinal)
            .OrderByDescending(g => g.Sum(o => o.ServiceTime.Count)).ThenBy(g => g.Key, StringComparer.Ordinal).FirstOrDefault()?.Key;

    private static Cell Build(SuiteDefinition suite, RunFolder folder, Load load, IEnumerable<StepRecord> steps, string? operation)
    {
        var trials = steps.OrderBy(t => t.Trial).ThenBy(t => t.Number).ToList();
        var (store, seed) = (trials[0].Store, folder.Run.Seed);
        var record = folder.Run.Stores.FirstOrDefault(s => s.Name == store);
        IEnumerable<(string Name, Func<StepRecord, ResponseTimes?> Of)> times =
        [
            .. new[] { Latency.OfService, Latency.OfResponse, Latency.OfDelay }
                .Select(name => (name, (Func<StepRecord, ResponseTimes?>)(t => StepTimes.Of(t, name, operation)))),
            .. suite.Report.Times.Select(named => (named.Key, (Func<StepRecord, ResponseTimes?>)(t => StepTimes.Of(
                RowValues.Find(t, named.Value.Split('.'), part: null)?.Deserialize<HistogramRecord>(RunJson.Compact))))),
        ];
        return new Cell(
            store, load, trials, record?.Durability ?? "unknown", trials.Max(t => Verdicts.StateOf(t.Verdict)),
            Estimates.Of(trials.SelectMany(suite.RatesOf).Select(t => (double?)t), seed) ?? default,
            trials.Max(t => t.ShareOfCeiling), ProfileOf: record?.ProfileOf, RepeatOf: record?.RepeatOf,
            UseOf: record?.UseOf, Operation: operation, Seed: seed)
        {
            Rates = [.. trials.SelectMany(t => suite.RatesOf(t).Select(rate => new TrialValue(t.Trial, rate)))],
            Times = times.Select(t => (t.Name, Latency: StepTimes.Of(trials, t.Of, seed))).Where(t => t.Latency is not null)
                .ToDictionary(t => t.Name, t => t.Latency!, StringComparer.Ordinal),
            Margin = Difference.ParseMargin(folder.Run.Workloads.GetValueOrDefault(suite.Name)?.Value("margin"))
                ?? Difference.DefaultMargin,
        };
    }
}

internal static class Colors
{
    /// <summary>The colours of the runs' stores. Ways of using a store that are never in one chart share one.</summary>
    public static Dictionary<string, int> Of(IReadOnlyList<RunFolder> runs)
    {
        var suites = SuiteDefinition.Of(runs);
        var kinds = runs.SelectMany(r => r.Steps).GroupBy(s => s.Store, StringComparer.Ordinal).ToDictionary(
            g => g.Key, g => g.Select(s => suites[s.Suite].KindOf(s)).OfType<string>().FirstOrDefault() ?? g.Key, StringComparer.Ordinal);
        var stores = StoresOf(runs);
        var colors = stores.Select(s => kinds[s]).Distinct(StringComparer.Ordinal).ToList();
        return stores.ToDictionary(s => s, s => colors.IndexOf(kinds[s]), StringComparer.Ordinal);
    }

    public static List<string> StoresOf(IReadOnlyList<RunFolder> runs) =>
    [
        .. runs.SelectMany(r => r.Steps.Select(s => s.Store).Except(r.Run.Stores.Where(s => s.RepeatOf is not null).Select(s => s.Name)))
            .Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal),
    ];
}
