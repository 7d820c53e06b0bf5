using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Whole distributions, as percentile curves whose axis stretches the tail.</summary>
internal static class DistributionCharts
{
    private const int PointsPerDecade = 8;
    private static readonly double[] TableShares = [10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100];

    public static ChartModel Latency(ChartContext context) =>
        Build(context, "distribution", "Latency distribution" + context.AtLoads, LoadCharts.RequestTimes(context));

    public static ChartModel Delay(ChartContext context) =>
        Build(context, "delay-distribution", "Projection delay distribution" + context.AtLoads, [("Projection delay", c => c.Delay)]);

    private static ChartModel Build(
        ChartContext context, string id, string title, IReadOnlyList<(string Name, Func<Cell, Latency?> Of)> times)
    {
        var views = new Dictionary<string, ChartView>(StringComparer.Ordinal);
        for (var l = 0; l < context.Loads.Count; l++)
        {
            for (var t = 0; t < times.Count; t++)
            {
                var time = times[t];
                var key = times.Count == 1 ? l.ToString(CultureInfo.InvariantCulture) : string.Create(CultureInfo.InvariantCulture, $"{l}/{t}");
                foreach (var (order, has) in context.OrderViews)
                {
                    views.Add(key + order, new ChartView($"{time.Name} (ms)", context.AtLoad(context.Loads[l], has, c => Curve(time.Of(c)?.Merged))));
                }
            }
        }

        List<ChartSelector> selectors = [context.LoadSelector];
        if (times.Count > 1)
        {
            selectors.Add(new ChartSelector("Time", [.. times.Select(t => t.Name)]));
        }

        selectors.AddRange(context.OrderSelector);

        return new ChartModel
        {
            Id = context.Id(id),
            Title = title,
            Description = "The time that a share of all values does not exceed; all trials together. Each division to the right is a tenth of the "
                + "values that are left: the tail is stretched, not cut. "
                + (id == "distribution" ? LoadCharts.Censored : string.Empty),
            Kind = ChartKind.Distribution,
            XName = "Share of values",
            Logarithmic = true,
            Selectors = selectors,
            Views = views,
            Table = Table(context, title, times),
        };
    }

    private static List<IReadOnlyList<double>?>? Curve(ResponseTimes? times)
    {
        if (times is null)
        {
            return null;
        }

        var points = new List<IReadOnlyList<double>?>();
        for (var i = 0; ; i++)
        {
            var oneIn = Math.Pow(10, (double)i / PointsPerDecade);
            if (oneIn >= times.Count)
            {
                break;
            }

            points.Add([ChartContext.Number(oneIn), .. ChartContext.Point(times.Percentile(100 * (1 - (1 / oneIn))))]);
        }

        points.Add([ChartContext.Number(times.Count), .. ChartContext.Point(times.Percentile(100))]);
        return points;
    }

    private static TableModel Table(
        ChartContext context, string title, IReadOnlyList<(string Name, Func<Cell, Latency?> Of)> times) => new(
            title + ", milliseconds (all trials together)",
            [
                new("Store"), new("Load"), new("Time"), new("Values", true), new("Mean (ms)", true), new("min (ms)", true),
                .. TableShares.Select(s => new TableColumn((s >= 100 ? "max" : "p" + s.ToString(CultureInfo.InvariantCulture)) + " (ms)", true)),
            ],
            [
                .. context.Cells.SelectMany(c => times.Where(t => t.Of(c) is not null).Select(t => (t.Name, t.Of(c)!.Merged)).Select(t => (IReadOnlyList<string>)
                [
                    context.StoreName(c), c.Load.Label, t.Name, Format.Count(t.Merged.Count), Format.Milliseconds(t.Merged.Mean),
                    Format.Milliseconds(t.Merged.Percentile(0)),
                    .. TableShares.Select(s => Format.Milliseconds(t.Merged.Percentile(s))),
                ])),
            ]);
}
