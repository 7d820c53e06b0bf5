namespace EventSourcingBench.Reporting.Sections;

internal static class Analyses
{
    // Their places among the parts of a request.
    private const int Queue = 0;
    private const int Wire = 1;

    public static Drawn Of(SuiteDefinition suite, AnalysisSection section) => section.Name switch
    {
        "timeline" => new(Charts: cells => TimelineChart.Of(cells, suite.Apart)),
        "slowest requests" => new(Tables: cells => [Slowest(cells)]),
        "trends" => new(Tables: cells => [Trends(cells)]),
        "scalability" => new(Charts: ScalabilityChart.Of),
        "bound" => new(Tables: cells => [SloTable.Highest(cells, c => OneNode(suite, Texts(section, "same"), cells, c))]),
        "search" => new(Tables: cells => [SloTable.Probes(cells)]),
        "tried rates" => new(Charts: cells => [SloTable.Chart(
            cells, SectionBuilder.Line(suite, Text(section, "line"), cells), Axes(suite, section, "by"),
            SectionBuilder.Columns(suite, Columns(section)), Axes(suite, section, "order"))]),
        "processes" => new(Tables: cells =>
            [ProcessesOf(cells, t => [.. RowValues.NumbersOf(t, Text(section, "peaks")).Select(p => (long)p)])]),
        "order effect" => new(Findings: (cells, _) => [OrderEffect.Table(cells, WayOf(suite, section), Text(section, "conflicts"), suite)]),
        "highest rates" => new(Findings: (cells, runs) => [PublishedRates.Table(cells, runs, WayOf(suite, section), section)]),
        "curves" => new(Charts: cells => FittedChart.Of(suite, section, cells)),
        "first and last" => new(Tables: cells => [FittedChart.Change(suite, section, cells)]),
        "best and worst" => new(Summary: cells => BestAndWorst(suite, section, cells)),
        _ => throw new FormatException($"This version has no analysis named '{section.Name}'. Use the one that made the run."),
    };

    public static string Text(AnalysisSection section, string name) =>
        section.With.GetValueOrDefault(name) is { ValueKind: JsonValueKind.String } text
            ? text.GetString()! : throw new FormatException($"The analysis '{section.Name}' needs a text '{name}'.");

    /// <summary>Texts of what an analysis is applied to; none where they are missing.</summary>
    public static IReadOnlyList<string> Texts(AnalysisSection section, string name) =>
        section.With.GetValueOrDefault(name) is { ValueKind: JsonValueKind.Array } list
            ? [.. list.EnumerateArray().Select(i => i.GetString()!)] : [];

    public static IReadOnlyList<ReportColumn> Columns(AnalysisSection section) =>
        section.With.GetValueOrDefault("columns") is { ValueKind: JsonValueKind.Array } list
            ? list.Deserialize<IReadOnlyList<ReportColumn>>(RunJson.Compact)! : [];

    private static IReadOnlyList<Axis> Axes(SuiteDefinition suite, AnalysisSection section, string name) =>
        [.. Texts(section, name).Select(a => suite.AxisOf(a))];

    private static Func<Cell, Way?> WayOf(SuiteDefinition suite, AnalysisSection section)
    {
        var axes = Axes(suite, section, "way");
        return c => axes[2].Of(c) is { } order
            && int.TryParse(axes[0].Of(c), NumberStyles.None, CultureInfo.InvariantCulture, out var nodes)
            ? new Way(c.Run, c.Store.Split(" (")[0], nodes, axes[1].Of(c) ?? string.Empty, order) : null;
    }

    // The factor that more nodes bring: the same of all other axes on one of them.
    private static StepRecord? OneNode(SuiteDefinition suite, IReadOnlyList<string> same, IReadOnlyList<Cell> cells, Cell cell)
    {
        var nodes = suite.Axes.GetValueOrDefault("nodes");
        return same.Count == 0 || nodes is null || nodes.Of(cell) == "1" ? null
            : cells.Where(c => nodes.Of(c) == "1" && same.All(a => suite.AxisOf(a).Of(c) == suite.AxisOf(a).Of(cell)))
                .SelectMany(c => c.Trials).FirstOrDefault(t => t is { SloSearch: not null, Verdict.Passed: true });
    }

    /// <summary>Of more steps than a table has rows for, one for each store and value of an axis; null where they are few.</summary>
    private static TableModel? BestAndWorst(SuiteDefinition suite, AnalysisSection section, IReadOnlyList<Cell> all)
    {
        var (axis, of) = (suite.AxisOf(Text(section, "by")), suite.AxisOf(Text(section, "of")));
        var (title, name) = (Text(section, "title"), of.Name.ToLowerInvariant());
        var cells = all.Where(c => axis.Of(c) is not null).ToList();
        return cells.Count <= SuiteModel.MostRows ? null : TableRows.Of(title,
            cells.GroupBy(c => (c.Name, By: axis.Of(c))).Select(g =>
            {
                var best = Chart.Best(g)!;
                var worst = g.OrderBy(c => c.Verdict).ThenBy(c => c.Throughput.Median).First(c => c.Verdict == best.Verdict);
                return (Steps: g.ToList(), Best: best, Worst: worst == best ? null : worst);
            }),
            [
                new("Store", g => g.Best.Name), new("Durability", g => g.Best.Tier), new(axis.Name, g => axis.Of(g.Best)!, numeric: true),
                new($"Best {name}", g => of.Of(g.Best)!), new("Events/s", g => Rate(g.Best), numeric: true),
                .. Columns(section).Where(c => c.Value != "throughput")
                    .Select(c => new Column<(List<Cell> Steps, Cell Best, Cell? Worst)>(
                        new TableColumn(c.Title, true), g => new RowValues(suite, g.Best).Text(c))),
                new($"Worst {name}", g => g.Worst is null ? Format.None : of.Of(g.Worst)!),
                new("Events/s", g => g.Worst is null ? Format.None : Rate(g.Worst), numeric: true),
                .. Texts(section, "sums").Select(v => v.Split('='))
                    .Select(v => new Column<(List<Cell> Steps, Cell Best, Cell? Worst)>(
                    v[0], g => (long)g.Steps.Sum(c => c.Trials.Sum(t => new RowValues(suite, c, t).Number(v[1]) ?? 0)))),
                new("Verdicts", g => string.Join(", ", g.Steps.GroupBy(c => c.Verdict).OrderByDescending(v => v.Key)
                    .Select(v => $"{Format.Count(v.Count())} {Verdicts.Label(v.Key)}"))),
            ], $"{Format.Count(cells.Count)} steps summed up. {Text(section, "note")}");

        string Rate(Cell cell) => new RowValues(suite, cell).Text(Columns(section).First(c => c.Value == "throughput"));
    }

    /// <summary>With the most memory that each node held, bytes, where that is known.</summary>
    private static TableModel ProcessesOf(IReadOnlyList<Cell> cells, Func<StepRecord, IReadOnlyList<long>> peaksOf) => TableRows.Of(
        "CPU and memory of each process (measured time; the peak of a node is that of the whole step)",
        cells.Trials(t => t.Seconds.Count > 0)
            .SelectMany(t => UseOf(t.Step, peaksOf(t.Step)).Select(p => (t.Cell, t.Step, p.Name, p.Cores, p.Per1000, p.Peak))),
        [
            new("Store", p => p.Cell.Name), new("Load", p => p.Cell.Load.Label), new("Trial", p => p.Step.Trial),
            new("Process", p => p.Name), new("Cores", p => p.Cores.Average()), new("Most cores in a second", p => p.Cores.Max()),
            new("CPU seconds for 1,000 requests", p => p.Per1000),
            new("Peak memory (MiB)", p => Format.Mebibytes(p.Peak), numeric: true),
        ]);

    private static IEnumerable<(string Name, List<double?> Cores, double? Per1000, long? Peak)> UseOf(
        StepRecord step, IReadOnlyList<long> peaks)
    {
        var nodes = step.Seconds.Max(s => s.Nodes.Count);
        yield return Of("client", s => s.ClientCores, s => s.ClientBytes, null);
        foreach (var node in Enumerable.Range(0, nodes))
        {
            yield return Of(FormattableString.Invariant($"node {node + 1} of {nodes}"), s => s.Nodes.ElementAtOrDefault(node)?.Cores,
                s => s.Nodes.ElementAtOrDefault(node)?.Bytes, node);
        }

        if (nodes == 0 && step.Seconds.Any(s => s.ApiCores is not null))
            yield return Of("API", s => s.ApiCores, s => s.ApiBytes, 0);

        if (step.Seconds.Any(s => s.ServerCores is not null))
            yield return Of("database", s => s.ServerCores, s => s.ServerBytes, null);

        // A node that was away used nothing. What it kept of itself is more than any sample where it saw more.
        (string, List<double?>, double?, long?) Of(
            string name, Func<SecondRecord, double?> cores, Func<SecondRecord, long?> bytes, int? node) => (
            name, [.. step.Seconds.Select(cores)],
            Processes.CpuSecondsPer1000(step, node < nodes ? s => cores(s) ?? 0 : cores),
            step.Seconds.Select(bytes).Append(node < peaks.Count ? peaks[node.Value] : null).Max());
    }

    private static TableModel Slowest(IReadOnlyList<Cell> cells) => TableRows.Of(
        "Slowest requests of each step, and what happened beside them (milliseconds, measured time)",
        cells.Trials(t => t.Slowest.Count > 0).SelectMany(t => t.Step.Slowest.Select(r => (Trial: t, Request: r))),
        [
            .. TableRows.OfTrial.Select(c => new Column<(Trial Trial, SlowRequest Request)>(c.Head, r => c.Text(r.Trial))),
            new("At (s)", r => r.Request.Start.TotalSeconds), new("Operation", r => r.Request.Operation),
            new("Ended with", r => r.Request.Outcome.Title()), new("Worker", r => (long)r.Request.Worker),
            new("Service", r => r.Request.Service.TotalMilliseconds),
            .. RequestBreakdown.Parts.Select((name, part) =>
                new Column<(Trial Trial, SlowRequest Request)>(Format.Capital(name), r => Milliseconds(r.Request, part))),
            new("Beside it", r => string.Join("; ", r.Request.Beside)),
        ]) with
    { OnPageOnly = true };

    private static TableModel Trends(IReadOnlyList<Cell> cells) => TableRows.Of(
        "Trends after the first ten minutes (by minutes; range: the 95% interval)",
        cells.Trials(t => t.Seconds.Count > 0).SelectMany(t => StepTrend.AllOf(t.Step).Select(trend => (Trial: t, Trend: trend))),
        [
            .. TableRows.OfTrial.Select(c => new Column<(Trial Trial, StepTrend Trend)>(c.Head, r => c.Text(r.Trial))),
            new("What", r => $"{r.Trend.Measure} of the {r.Trend.Of}"), new("At first", r => r.Trend.First),
            new("Change in an hour", r => r.Trend.Trend.Slope), new("From", r => r.Trend.Trend.Low), new("To", r => r.Trend.Trend.High),
            new("Unit", r => StepTrend.Units[r.Trend.Measure]), new("Rises", r => r.Trend.Trend.Rise > 0 ? "yes" : "no"),
        ],
        "A rise that may be scatter, because the interval contains 0, counts as none. Memory in MB; disk in bytes and latency in "
            + "milliseconds at first, then in percent of that.");

    private static double? Milliseconds(SlowRequest request, int part) => part == Queue ? request.Queue.TotalMilliseconds
        : request.Parts is not { } parts || parts.Count < RequestBreakdown.Parts.Count - Wire - 1 ? null
        : part == Wire ? Math.Max(0, request.Service.TotalMilliseconds - (parts.Sum() / 1000.0)) : parts[part - Wire - 1] / 1000.0;
}
