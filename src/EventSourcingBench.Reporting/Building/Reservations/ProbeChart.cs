using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Response times over every rate that searches for a bound have tried.</summary>
internal static class ProbeChart
{
    public static IEnumerable<ChartModel> Build(ReservationContext context)
    {
        var searches = (from c in context.Cells
                        from trial in c.Cell.Trials
                        where trial.SloSearch is not null
                        select (c.Way, Search: trial.SloSearch!)).ToList();
        var selectors = (ChartSelector[])[context.StoreSelector, new("Request order", context.Orders)];
        yield return new ChartModel
        {
            Id = context.Id("probes"),
            Title = "Response time by rate that was tried",
            Description = "Each point is a step of its own on a fresh store: the percentile of the bound, from the intended start of a request to its end, of all requests. The search goes up until the bound breaks, and then halves the interval. Less is better. " + LoadCharts.Censored,
            Kind = ChartKind.Curve,
            XName = context.XName,
            Logarithmic = true,
            Selectors = selectors,
            Views = ViewGrid.Build(selectors, c => new ChartView(
                "Response time at the bound's percentile (ms)",
                [
                    .. searches.Where(s => s.Way.Store == context.Stores[c[0]] && s.Way.Order == context.Orders[c[1]]).GroupBy(s => s.Way)
                        .Select(way => context.Line(way.Key.Side, way.Key, Points(way.SelectMany(s => s.Search.Probes)))),
                ])),
            Table = new TableModel(
                "Response time by rate that was tried",
                [new("Store"), new("Nodes", true), new("Command handling"), new("Request order"), new("Rate (/s)", true), new("Response (ms)", true), new("Held")],
                [
                    .. from s in searches
                       from p in s.Search.Probes.OrderBy(p => p.Rate)
                       select (IReadOnlyList<string>)
                       [
                           context.PlainStoreName(s.Way), Format.Count(s.Way.Nodes), s.Way.Side, s.Way.Order, Format.Number(p.Rate), Format.Milliseconds(SloTable.Response(p)), p.Held ? "yes" : "no",
                       ],
                ]),
        };
    }

    private static List<IReadOnlyList<double>?> Points(IEnumerable<SloProbe> probes) =>
    [
        .. from p in probes.OrderBy(p => p.Rate)
           let response = SloTable.Response(p)
           where response is not null
           select (IReadOnlyList<double>)[ChartContext.Number(p.Rate), .. ChartContext.Point(response.Value)],
    ];
}
