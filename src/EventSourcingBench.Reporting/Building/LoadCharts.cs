using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Charts with the load on the horizontal axis.</summary>
internal static class LoadCharts
{
    private const string Milliseconds = "ms";
    private const double MebibytesPerByte = 1.0 / (1024 * 1024);
    private const int P99 = 3;

    public static ChartModel Throughput(ChartContext context) => new()
    {
        Id = context.Id("throughput"),
        Title = "Throughput " + context.ByLoad,
        Description = "Successful requests a second over the measured time. Whiskers are 95% intervals over the trials. Greater is better.",
        Kind = ChartKind.Category,
        XName = context.XName,
        Categories = context.Categories,
        Selectors = context.LastSelectors,
        Views = new Dictionary<string, ChartView>(context.OverLoads(string.Empty, "Requests/s", c => c.Throughput), StringComparer.Ordinal),
        Table = new TableModel(
            "Throughput",
            [new("Store"), new("Load"), new("Durability"), new("Requests/s", true), new("95% CI", true), new("Trials", true), new("Share of no-op ceiling", true), new("Verdict")],
            [
                .. context.Cells.Select(c => (IReadOnlyList<string>)
                [
                    context.StoreName(c), c.Load.Label, c.Tier, Format.Number(c.Throughput.Median),
                    c.Throughput.HasInterval() ? $"{Format.Number(c.Throughput.Low)}–{Format.Number(c.Throughput.High)}" : "one trial",
                    c.Trials.Count.ToString(CultureInfo.InvariantCulture),
                    Format.Percent(c.ShareOfCeiling) + (c.ClientBound ? " client-bound" : string.Empty), Verdicts.Label(c.Verdict),
                ]),
            ]),
    };

    /// <summary>What charts of response times say of requests without an answer.</summary>
    public const string Censored =
        "A request without an answer, or with an error, counts as slower than every answered one: where a percentile falls among such "
        + "requests it is a lower bound, marked ≥.";

    /// <summary>The times of requests: service times are told apart only in the open model, as elsewhere they hardly differ.</summary>
    public static IReadOnlyList<(string Name, Func<Cell, Latency?> Of)> RequestTimes(ChartContext context) => context.IsOpen
        ? [("Response time", c => c.Response), ("Service time of successes", c => c.Service)]
        : [("Response time", c => c.Response)];

    public static ChartModel Latency(ChartContext context) => Percentiles(
        context,
        "latency",
        "Latency " + context.ByLoad,
        $"Response time is end minus intended start, of all requests. {Censored}"
        + (context.IsOpen ? " Service time is end minus actual start, of successful requests only." : string.Empty) + " Less is better.",
        RequestTimes(context));

    public static ChartModel Delay(ChartContext context) => Percentiles(
        context,
        "delay",
        "Projection delay " + context.ByLoad,
        "From just before the request was sent until the read model's write was acknowledged, for every event. Less is better.",
        [("Projection delay", c => c.Delay)]);

    public static ChartModel Resources(ChartContext context)
    {
        var options = new List<string>();
        var views = new Dictionary<string, ChartView>(StringComparer.Ordinal);
        for (var process = 0; process < ResourceUse.Processes.Count; process++)
        {
            var index = process;
            Add($"CPU, {ResourceUse.Processes[index]}", "CPU seconds per 1,000 requests", c => c.Resources[index].CpuSecondsPer1000, 1);
            Add($"Memory, {ResourceUse.Processes[index]}", "Peak memory (MiB)", c => c.Resources[index].PeakBytes, MebibytesPerByte);
        }

        return new ChartModel
        {
            Id = context.Id("resources"),
            Title = "Resource use " + context.ByLoad,
            Description = "CPU time for a thousand answered requests, and the most memory that was held, by process. An embedded store works inside the API or the client.",
            Kind = ChartKind.Category,
            XName = context.XName,
            Categories = context.Categories,
            Selectors = [new ChartSelector("Measure", options), .. context.LastSelectors],
            Views = views,
            Table = ResourceTable(context),
        };

        void Add(string name, string unit, Func<Cell, Estimate?> value, double scale)
        {
            foreach (var (key, view) in context.OverLoads(options.Count.ToString(CultureInfo.InvariantCulture), unit, value, scale))
            {
                views.Add(key, view);
            }

            options.Add(name);
        }
    }

    private static ChartModel Percentiles(
        ChartContext context, string id, string title, string description, IReadOnlyList<(string Name, Func<Cell, Latency?> Of)> times)
    {
        var views = new Dictionary<string, ChartView>(StringComparer.Ordinal);
        for (var p = 0; p < Percentile.All.Count; p++)
        {
            for (var t = 0; t < times.Count; t++)
            {
                var (percentile, time) = (p, times[t]);
                var key = times.Count == 1 ? $"{p.ToString(CultureInfo.InvariantCulture)}" : string.Create(CultureInfo.InvariantCulture, $"{p}/{t}");
                var unit = $"{time.Name}, {Percentile.All[p].Label} ({Milliseconds})";
                foreach (var (choice, view) in context.OverLoads(key, unit, c => time.Of(c)?.ByPercentile[percentile]))
                {
                    views.Add(choice, view);
                }
            }
        }

        var selectors = new List<ChartSelector> { new("Percentile", [.. Percentile.All.Select(p => p.Label)], P99) };
        if (times.Count > 1)
        {
            selectors.Add(new ChartSelector("Time", [.. times.Select(t => t.Name)]));
        }

        selectors.AddRange(context.LastSelectors);
        return new ChartModel
        {
            Id = context.Id(id),
            Title = title,
            Description = description,
            Kind = ChartKind.Category,
            XName = context.XName,
            Categories = context.Categories,
            Logarithmic = true,
            Selectors = selectors,
            Views = views,
            Table = PercentileTable(context, title, times),
        };
    }

    private static TableModel PercentileTable(
        ChartContext context, string title, IReadOnlyList<(string Name, Func<Cell, Latency?> Of)> times) => new(
            title + ", milliseconds (median of trials, 95% CI)",
            [new("Store"), new("Load"), new("Time"), .. Percentile.All.Select(p => new TableColumn($"{p.Label} (ms)", true)), new("Values", true)],
            [
                .. context.Cells.SelectMany(c => times.Where(t => t.Of(c) is not null).Select(t => (IReadOnlyList<string>)
                [
                    context.StoreName(c), c.Load.Label, t.Name,
                    .. t.Of(c)!.ByPercentile.Select(p => Format.WithInterval(p)), Format.Count(t.Of(c)!.Merged.Count),
                ])),
            ]);

    private static TableModel ResourceTable(ChartContext context) => new(
        "Resource use (median of trials)",
        [
            new("Store"), new("Load"),
            .. ResourceUse.Processes.Select(p => new TableColumn($"CPU {p} (s per 1,000 requests)", true)),
            .. ResourceUse.Processes.Select(p => new TableColumn($"Busy cores, {p}", true)),
            .. ResourceUse.Processes.Select(p => new TableColumn($"Peak memory, {p} (MiB)", true)),
        ],
        [
            .. context.Cells.Select(c => (IReadOnlyList<string>)
            [
                context.StoreName(c), c.Load.Label,
                .. c.Resources.Select(r => Format.Number(r.CpuSecondsPer1000?.Median)),
                .. c.Resources.Select(r => Format.Number(r.Cores?.Median)),
                .. c.Resources.Select(r => Format.Mebibytes(r.PeakBytes?.Median)),
            ]),
        ]);
}
