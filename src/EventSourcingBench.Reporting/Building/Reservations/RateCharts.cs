using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>
/// Charts of reservations over the load, as published: a line for each order of requests with one command handling, or for each command handling in
/// one order. All ways of use in one chart would be too many lines to tell apart.
/// </summary>
internal static class RateCharts
{
    private static readonly (string Name, string Unit, Func<Cell, Estimate?> Of)[] Cpu =
    [
        ("All processes", "Busy cores, all processes", ReservationContext.OfSteps(ReservationContext.BusyCores)),
        ("API", "Busy cores, API (all nodes)", ReservationContext.OfSteps(s => s.Seconds.Average(x => x.ApiCores))),
        ("Server", "Busy cores, server", ReservationContext.OfSteps(s => s.Seconds.Average(x => x.ServerCores))),
        ("Client", "Busy cores, client", ReservationContext.OfSteps(s => s.Seconds.Average(x => x.ClientCores))),
    ];

    private static readonly (string Name, string Unit, Func<Cell, Estimate?> Of)[] Outcomes =
    [
        ("Goodput", "Successful requests/s", ReservationContext.OfSteps(s => s.Reservations?.Measured?.Goodput)),
        ("Rejected", "Rejected requests/s", ReservationContext.OfSteps(s => s.Reservations?.Measured?.Rejected)),
        ("Failed", "Failed requests/s", ReservationContext.OfSteps(s => s.Reservations?.Measured?.Failed)),
        ("Version conflicts", "Version conflicts for each request", ReservationContext.OfSteps(s => s.Reservations?.Measured?.LostRacesPerRequest)),
        ("Fairness", "Jain's index over the shows", ReservationContext.OfSteps(s => s.Reservations?.Measured?.Fairness?.Index)),
        ("Worst show", "Share of the worst show's requests that succeeded", ReservationContext.OfSteps(s => s.Reservations?.Measured?.Fairness?.WorstShare)),
    ];

    public static IEnumerable<ChartModel> Build(ReservationContext context)
    {
        yield return Chart(
            context,
            "p99",
            "p99 of the response time",
            $"The 99th percentile from the intended start of a request to its end, of all requests. {LoadCharts.Censored} Choose whether the lines are "
                + "the orders of requests with one command handling, or the ways of command handling in one order. Whiskers are 95% intervals over "
                + "the trials. Less is better.",
            [("p99", "Response time, p99 (ms)", c => c.Response?.P99)],
            logarithmic: true,
            ReservationTable.Response(context));
        if (context.Cells.Any(c => c.Cell.Trials.Any(t => ReservationContext.BusyCores(t) is not null)))
        {
            yield return Chart(
                context,
                "cpu",
                "CPU",
                "Busy cores, the mean of the measured time: 1 is one core at work all the time. An embedded store works inside the API. Less is better.",
                Cpu,
                logarithmic: false,
                ReservationTable.Cpu(context));
        }

        if (context.Cells.Any(c => c.Cell.Trials.Any(t => t.Reservations?.Measured is not null)))
        {
            yield return Chart(
                context,
                "goodput",
                "Goodput, version conflicts and fairness",
                "Goodput is what succeeded; rejected is what a rule refused or what was given up because of version conflicts; failed are errors and requests without an answer. Fairness is Jain's index of the shows' shares of successful requests, (Σx)² / (n Σx²): 1 is even, 1/n is all for one show.",
                Outcomes,
                logarithmic: false,
                ReservationTable.Tries(context));
        }
    }

    private static ChartModel Chart(
        ReservationContext context,
        string id,
        string title,
        string description,
        (string Name, string Unit, Func<Cell, Estimate?> Of)[] measures,
        bool logarithmic,
        TableModel table)
    {
        var choices = Lines(context);
        List<ChartSelector> selectors =
        [
            new("Measure", [.. measures.Select(m => m.Name)]), context.StoreSelector, new("Lines", [.. choices.Select(c => c.Name)]),
        ];
        return new ChartModel
        {
            Id = context.Id(id),
            Title = $"{title} {context.ByLoad}",
            Description = description,
            Kind = ChartKind.Category,
            XName = context.XName,
            Categories = [.. context.Loads.Select(l => l.Ramp ? l.Label : l.Size)],
            Logarithmic = logarithmic,
            Selectors = selectors,
            Views = ViewGrid.Build(selectors, c => new ChartView(
                measures[c[0]].Unit, Series(context, measures[c[0]].Of, context.Stores[c[1]], choices[c[2]].Includes, choices[c[2]].NameOf))),
            Table = table,
        };
    }

    private static List<(string Name, Func<Way, bool> Includes, Func<Way, string> NameOf)> Lines(ReservationContext context)
    {
        var ofSides = context.Sides.Select(
            side => ((string, Func<Way, bool>, Func<Way, string>))($"{side}: by request order", w => w.Side == side, w => w.Order));
        var ofOrders = context.Orders.Select(
            order => ((string, Func<Way, bool>, Func<Way, string>))($"{order}: by command handling", w => w.Order == order, w => w.Side));
        return context.Orders.Count == 1 ? [.. ofOrders] : context.Sides.Count == 1 ? [.. ofSides] : [.. ofSides, .. ofOrders];
    }

    private static List<ChartSeries> Series(
        ReservationContext context, Func<Cell, Estimate?> value, string store, Func<Way, bool> includes, Func<Way, string> nameOf) =>
    [
        .. context.Cells.Where(c => c.Way.Store == store && includes(c.Way)).GroupBy(c => c.Way).Select(way => context.Line(
            nameOf(way.Key), way.Key, [.. context.Loads.Select(load => ReservationContext.Point(way.FirstOrDefault(c => c.Cell.Load == load).Cell, value))])),
    ];
}
