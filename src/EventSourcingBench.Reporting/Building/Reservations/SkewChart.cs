using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>What the order hot does over its skew: version conflicts and repeated attempts, for each way of command handling.</summary>
internal static class SkewChart
{
    private static readonly (string Name, string Unit, Func<Cell, Estimate?> Of)[] Measures =
    [
        ("Version conflicts", "Version conflicts for each request", ReservationContext.OfSteps(s => s.Reservations?.Measured?.LostRacesPerRequest)),
        ("Retries", "Retries for each request", ReservationContext.OfSteps(s => s.Reservations?.Measured?.RetriesPerRequest)),
        ("Given up", "Share of requests that gave up", ReservationContext.OfSteps(s => GivenUp(s))),
        ("p99", "Response time, p99 (ms)", c => c.Response?.P99),
        ("Goodput", "Successful requests/s", ReservationContext.OfSteps(s => s.Reservations?.Measured?.Goodput)),
    ];

    /// <summary>The chart; null where there are not two skews.</summary>
    public static ChartModel? Build(ReservationContext context)
    {
        var hot = context.Cells.Where(c => c.Way.Skew is not null).ToList();
        var skews = hot.Select(c => c.Way.Skew!.Value).Distinct().Order().ToList();
        if (skews.Count < 2)
        {
            return null;
        }

        var loads = hot.Select(c => c.Cell.Load).Distinct().OrderBy(l => l.Order).ToList();
        List<ChartSelector> selectors =
        [
            new("Measure", [.. Measures.Select(m => m.Name)]), context.StoreSelector, new("Load", [.. loads.Select(l => l.Label)], loads.Count - 1),
        ];
        return new ChartModel
        {
            Id = context.Id("skew"),
            Title = "Conflicts and retries by skew",
            Description = "Requests take any show, the n-th of them n^-skew times as often as the first: with 0 all shows are as popular, with 1 and more a few get most. A version conflict is an append that found another version than it expected; a retry is the attempt after it. " + LoadCharts.Censored,
            Kind = ChartKind.Category,
            XName = "Skew (Zipf's exponent)",
            Categories = [.. skews.Select(ReservationContext.Text)],
            Selectors = selectors,
            Views = ViewGrid.Build(selectors, c => new ChartView(
                Measures[c[0]].Unit,
                [
                    .. hot.Where(h => h.Way.Store == context.Stores[c[1]] && h.Cell.Load == loads[c[2]]).GroupBy(h => h.Way with { Skew = null, Order = "" })
                        .Select(line => context.Line(
                            line.Key.Side,
                            line.Key,
                            [.. skews.Select(s => ReservationContext.Point(line.FirstOrDefault(h => h.Way.Skew.Equals(s)).Cell, Measures[c[0]].Of))])),
                ])),
            Table = Table(context, hot),
        };
    }

    private static double? GivenUp(StepRecord step) =>
        step.Reservations?.Measured is { Requests: > 0 } of ? (double)of.GivenUp / of.Requests : null;

    private static TableModel Table(ReservationContext context, List<(Cell Cell, Way Way)> hot) => new(
        "Conflicts and retries by skew (measured time, median of trials)",
        [
            new("Store"), new("Command handling"), new("Nodes", true), new("Load"), new("Skew", true), new("Version conflicts for each request", true), new("Retries for each request", true),
            new("Gave up", true), new("p99 (ms)", true), new("Goodput (/s)", true),
        ],
        [
            .. hot.OrderBy(h => h.Way.Place).ThenBy(h => h.Cell.Load.Order).Select(h => (IReadOnlyList<string>)
            [
                context.PlainStoreName(h.Way), h.Way.Side, h.Way.Nodes.ToString(CultureInfo.InvariantCulture), h.Cell.Load.Label, ReservationContext.Text(h.Way.Skew!.Value),
                Format.Number(Of(h.Cell, 0)), Format.Number(Of(h.Cell, 1)), Format.Percent(Of(h.Cell, 2)), Format.Median(Measures[3].Of(h.Cell)), Format.Number(Of(h.Cell, 4)),
            ]),
        ]);

    private static double? Of(Cell cell, int measure) => Measures[measure].Of(cell)?.Median;
}
