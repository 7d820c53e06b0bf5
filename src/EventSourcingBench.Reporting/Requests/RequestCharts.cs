namespace EventSourcingBench.Reporting.Requests;

/// <summary>The charts of requests in one model of load: throughput, times, resources, and what every second saw.</summary>
internal static class RequestCharts
{
    /// <summary>What charts of response times say of requests without an answer.</summary>
    public const string Censored =
        "A request without an answer, or with an error, counts as slower than every answered one: where a percentile falls among such "
        + "requests it is a lower bound, marked ≥.";

    private const double MebibytesPerByte = 1.0 / (1024 * 1024);
    private const int P99 = 3;

    private static readonly (string Name, double Share)[] TableShares =
    [
        ("min", 0), ("p10", 10), ("p25", 25), ("p50", 50), ("p75", 75), ("p90", 90), ("p95", 95), ("p99", 99), ("p99.9", 99.9),
        ("p99.99", 99.99), ("max", 100),
    ];

    private static readonly Axis Trials = new("Trial", c => Format.Count(c.Trials[0].Trial)) { Order = c => c.Trials[0].Trial };

    private static readonly Axis Preload = new("Stored before", c => Format.Count(c.Load.Preload ?? 0))
    { Order = c => c.Load.Preload ?? 0 };


    private static readonly IReadOnlyList<Column<Cell>> Head = [new("Store", c => c.Name), new("Load", c => c.Load.Label)];

    /// <summary>Throughput by load, and by what was stored before.</summary>
    /// <param name="cells">Steps of one model of load; at least one.</param>
    /// <param name="apart">What is chosen last in each chart; null for nothing.</param>
    public static IEnumerable<Chart> Throughputs(IReadOnlyList<Cell> cells, Axis? apart) =>
        [Throughput(IsOpen(cells), Last(apart)), OverPreload()];

    /// <summary>Response times and projection delays, those that were measured.</summary>
    public static IEnumerable<Chart> Latencies(IReadOnlyList<Cell> cells, Axis? apart) =>
        from times in Times(IsOpen(cells))
        where cells.Any(c => times.Times.Any(t => t.Of(c) is not null))
        from chart in (Chart[])
        [
            Percentiles(IsOpen(cells), times.Id, times.Title, times.Description, times.Times, Last(apart)),
            Distribution(IsOpen(cells), times.Id, times.Title, times.Times, Last(apart)),
        ]
        select chart;

    /// <summary>What processes used, and what every second saw.</summary>
    public static IEnumerable<Chart> Seconds(IReadOnlyList<Cell> cells, Axis? apart) =>
        cells.Any(c => c.Trials.Any(t => t.Seconds.Count > 0))
        ?
        [
            Resources(IsOpen(cells), Last(apart)),
            TimelineChart.Of(cells, AtLoads(IsOpen(cells)), [Axis.Loads.Last, Trials.Each, .. Last(apart)]),
        ]
        : [];

    /// <summary>Whether loads are rates. Only then do service and response time differ.</summary>
    public static bool IsOpen(IReadOnlyList<Cell> cells) => cells[0].Load.IsOpen;

    /// <summary>The loads, whatever was stored before, without the unit that the axis says.</summary>
    public static Axis Sizes(bool open) =>
        new(open ? "Rate (requests/s)" : "Copies", c => c.Load.Ramp ? (c.Load with { Preload = null }).Label : c.Load.Size)
        {
            Order = c => (c.Load with { Preload = null }).Order,
        };

    public static string ByLoad(bool open) => open ? "by rate" : "by copies";

    /// <summary>Of a chart that does not say its load, in a suite that may have both models.</summary>
    private static string AtLoads(bool open) => open ? " at a rate" : string.Empty;

    private static By[] Last(Axis? apart) => apart is null ? [] : [apart.IfSeveral];

    private static Chart Throughput(bool open, By[] last) => new(
        "throughput",
        "Throughput " + ByLoad(open),
        "Successful requests a second over the measured time. Whiskers are 95% intervals over the trials. Greater is better.")
    {
        X = Sizes(open),
        By = [Preload.IfSeveral, .. last],
        Metric = _ => new("Throughput", "Requests/s", c => c.Throughput),
        Table = cells => TableRows.Of(
            "Throughput",
            cells,
            [
                .. Head, new("Durability", c => c.Tier), new("Requests/s", c => c.Throughput.Median),
                new(
                    "95% CI",
                    c => c.Throughput.HasInterval() ? $"{Format.Number(c.Throughput.Low)}–{Format.Number(c.Throughput.High)}" : "one trial",
                    numeric: true),
                new("Trials", c => c.Trials.Count),
                new("Share of no-op ceiling", c => Format.Percent(c.ShareOfCeiling) + (c.ClientBound ? " client-bound" : string.Empty),
                    numeric: true),
                new("Verdict", c => Verdicts.Label(c.Verdict)),
            ]),
    };

    private static Chart OverPreload() => new(
        "preload",
        "Throughput by what was stored before",
        "Operations whose events were in the store when the load began. A flat line is a store that does not slow down as it fills.")
    {
        If = cells => Preload.Values(cells).Count > 1,
        X = Preload,
        XName = "Operations stored before",
        By = [new Axis("Load", c => (c.Load with { Preload = null }).Label) { Order = c => (c.Load with { Preload = null }).Order }.Each],
        Metric = _ => new("Throughput", "Requests/s", c => c.Throughput),
        Table = cells => TableRows.Pivot(
            "Throughput by what was stored before (share of the emptiest)",
            cells,
            [new("Store", c => c.Name), new("Load", c => (c.Load with { Preload = null }).Label)],
            Preload,
            c => $"{Format.Number(c.Throughput.Median)} ({Format.Percent(c.Throughput.Median / Emptiest(cells, c).Throughput.Median)})"),
    };

    private static Cell Emptiest(IEnumerable<Cell> cells, Cell cell) =>
        cells.Where(c => c.Name == cell.Name && c.Load with { Preload = cell.Load.Preload } == cell.Load).MinBy(c => c.Load.Preload ?? 0)!;

    /// <summary>Service times stand apart only in the open model, as elsewhere they hardly differ.</summary>
    private static IEnumerable<(string Id, string Title, string Description,
        (string Name, Func<Cell, Latency?> Of)[] Times)> Times(bool open) =>
    [
        (
            string.Empty,
            "Latency",
            $"Response time is end minus intended start, of all requests. {Censored}"
            + (open ? " Service time is end minus actual start, of successful requests only." : string.Empty) + " Less is better.",
            open
                ? [("Response time", c => c.Response), ("Service time of successes", c => c.Service)]
                : [("Response time", c => c.Response)]),
        (
            "delay",
            "Projection delay",
            "From just before the request was sent until the read model's write was acknowledged, for every event. Less is better.",
            [("Projection delay", c => c.Delay)]),
    ];

    private static By TimeChoice((string Name, Func<Cell, Latency?> Of)[] times) =>
        _ => times.Length == 1 ? null : new Choice("Time", [.. times.Select(t => new Option(t.Name))]);

    private static Chart Percentiles(
        bool open, string id, string title, string description, (string Name, Func<Cell, Latency?> Of)[] times, By[] last) => new(
            id.Length == 0 ? "latency" : id, $"{title} {ByLoad(open)}", description)
        {
            X = Sizes(open),
            Logarithmic = true,
            By =
            [
                _ => new Choice("Percentile", [.. Percentile.All.Select(p => new Option(p.Label))], P99), TimeChoice(times),
                    Preload.IfSeveral, .. last,
            ],
            Metric = at =>
            {
                var (name, of) = times[times.Length == 1 ? 0 : at[1]];
                return new(name, $"{name}, {Percentile.All[at[0]].Label} (ms)", c => of(c)?.ByPercentile[at[0]]);
            },
            Table = cells => TableRows.Of(
                $"{title} {ByLoad(open)}, milliseconds (median of trials, 95% CI)",
                Measured(cells, times),
                [
                    new("Store", r => r.Cell.Name), new("Load", r => r.Cell.Load.Label), new("Time", r => r.Name),
                    .. Percentile.All.Select((p, i) =>
                        new Column<(Cell Cell, string Name, Latency Of)>($"{p.Label} (ms)", r => r.Of.ByPercentile[i])),
                    new("Values", r => r.Of.Merged.Count),
                ]),
        };

    private static Chart Distribution(bool open, string id, string title, (string Name, Func<Cell, Latency?> Of)[] times, By[] last) => new(
        id.Length == 0 ? "distribution" : $"{id}-distribution",
        $"{title} distribution{AtLoads(open)}",
        "The time that a share of all values does not exceed; all trials together. Each division to the right is a tenth of the "
            + "values that are left: the tail is stretched, not cut. " + (id.Length == 0 ? Censored : string.Empty))
    {
        Kind = ChartKind.Distribution,
        XName = "Share of values",
        Logarithmic = true,
        By = [Axis.Loads.Last, TimeChoice(times), .. last],
        Metric = at =>
        {
            var (name, of) = times[times.Length == 1 ? 0 : at[1]];
            return new(name, $"{name} (ms)",
                (cells, line) => of(cells[0])?.Merged is { } merged ? line with { Points = Curve(merged) } : null);
        },
        Table = cells => TableRows.Of(
            $"{title} distribution{AtLoads(open)}, milliseconds (all trials together)",
            Measured(cells, times),
            [
                new("Store", r => r.Cell.Name), new("Load", r => r.Cell.Load.Label), new("Time", r => r.Name),
                new("Values", r => r.Of.Merged.Count),
                new("Mean (ms)", r => Format.Milliseconds(r.Of.Merged.Mean), numeric: true),
                .. TableShares.Select(s => new Column<(Cell Cell, string Name, Latency Of)>(
                    $"{s.Name} (ms)", r => Format.Milliseconds(r.Of.Merged.Percentile(s.Share)), numeric: true)),
            ]),
    };

    private static IEnumerable<(Cell Cell, string Name, Latency Of)> Measured(IReadOnlyList<Cell> cells,
        (string Name, Func<Cell, Latency?> Of)[] times) =>
        from cell in cells
        from time in times
        let of = time.Of(cell)
        where of is not null
        select (cell, time.Name, of);

    private static List<IReadOnlyList<double>?> Curve(ResponseTimes times)
    {
        const int pointsPerDecade = 8;
        var points = new List<IReadOnlyList<double>?>();
        for (var i = 0; Math.Pow(10, (double)i / pointsPerDecade) is var oneIn && oneIn < times.Count; i++)
        {
            points.Add([ChartPoint.Number(oneIn), .. ChartPoint.Of(times.Percentile(100 * (1 - (1 / oneIn))))]);
        }

        points.Add([ChartPoint.Number(times.Count), .. ChartPoint.Of(times.Percentile(100))]);
        return points;
    }

    private static Chart Resources(bool open, By[] last) => new(
        "resources",
        "Resource use " + ByLoad(open),
        "CPU time for a thousand answered requests, and the most memory that was held, by process. "
            + "An embedded store works inside the API or the client.")
    {
        X = Sizes(open),
        By =
        [
            Metric.Choose(
            [
                .. ResourceUse.Processes.SelectMany((process, i) => (Metric[])
                [
                    new($"CPU, {process}", "CPU seconds per 1,000 requests", c => c.Resources[i].CpuSecondsPer1000),
                    new($"Memory, {process}", "Peak memory (MiB)", c => c.Resources[i].PeakBytes?.Times(MebibytesPerByte)),
                ]),
            ]),
            Preload.IfSeveral, .. last,
        ],
        Table = cells => TableRows.Of(
            "Resource use (median of trials)",
            cells,
            [
                .. Head,
                .. ResourceUse.Processes.Select((p, i) =>
                    new Column<Cell>($"CPU {p} (s per 1,000 requests)", c => c.Resources[i].CpuSecondsPer1000?.Median)),
                .. ResourceUse.Processes.Select((p, i) => new Column<Cell>($"Busy cores, {p}", c => c.Resources[i].Cores?.Median)),
                .. ResourceUse.Processes.Select((p, i) => new Column<Cell>(
                    $"Peak memory, {p} (MiB)", c => Format.Mebibytes(c.Resources[i].PeakBytes?.Median), numeric: true)),
            ]),
    };
}
