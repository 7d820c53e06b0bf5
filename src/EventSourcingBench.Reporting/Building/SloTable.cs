using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The highest rates that kept a bound on response times, and every rate that was tried on the way.</summary>
internal static class SloTable
{
    public static TableModel Highest(IReadOnlyList<Cell> cells, int runs)
    {
        var found = Found(cells).OrderByDescending(f => f.Search.Rate ?? 0).ToList();
        var best = found.Select(f => f.Search.Rate).FirstOrDefault() ?? 0;
        return new TableModel(
            "Highest rate within the bound",
            [new("Store"), new("Bound"), new("Highest rate (/s)", true), new("Of the best", true), new("Against one node", true), new("Response there (ms)", true), new("Rates tried", true)],
            [
                .. found.Select(f => (IReadOnlyList<string>)
                [
                    Letters.StoreName(f.Cell, runs), Bound(f.Search.Slo), f.Search.Rate is { } rate ? Format.Number(rate) : "none held",
                    f.Search.Rate is { } own && best > 0 ? string.Create(CultureInfo.InvariantCulture, $"{100 * own / best:0}%") : Format.None,
                    AgainstOneNode(f.Step, found),
                    Format.Milliseconds(Response(f.Search.Probes.LastOrDefault(p => p.Held))),
                    f.Search.Probes.Count.ToString(CultureInfo.InvariantCulture),
                ]),
            ]);
    }

    public static TableModel Probes(IReadOnlyList<Cell> cells, int runs) => new(
        "Rates that were tried in the search",
        [new("Store"), new("Rate (/s)", true), new("Response at the percentile (ms)", true), new("Successes/s", true), new("Held")],
        [
            .. Found(cells).SelectMany(f => f.Search.Probes.OrderBy(p => p.Rate).Select(p => (IReadOnlyList<string>)
            [
                Letters.StoreName(f.Cell, runs), Format.Number(p.Rate), Format.Milliseconds(Response(p)),
                Format.Number(p.Throughput), p.Held ? "yes" : "no",
            ])),
        ]);

    private static IEnumerable<(Cell Cell, StepRecord Step, SloSearchRecord Search)> Found(IReadOnlyList<Cell> cells) =>
        cells.SelectMany(c => c.Trials.Where(t => t.SloSearch is not null).Select(t => (c, t, t.SloSearch!)));

    // The factor that more nodes bring: the same store, command side and order on one of them.
    private static string AgainstOneNode(StepRecord step, IEnumerable<(Cell Cell, StepRecord Step, SloSearchRecord Search)> all)
    {
        if (step.Reservations is not { Nodes: > 1 } own || step.SloSearch?.Rate is not { } rate)
        {
            return Format.None;
        }

        var one = all.FirstOrDefault(a => a.Step.Reservations is { Nodes: 1 } other
            && (other.Store, other.Strategy, other.Order, other.Skew) == (own.Store, own.Strategy, own.Order, own.Skew)).Search?.Rate;
        return one > 0 ? string.Create(CultureInfo.InvariantCulture, $"{rate / one.Value:0.00} times") : Format.None;
    }

    private static string Bound(SloRecord slo) => string.Create(CultureInfo.InvariantCulture, $"p{slo.Percentile:0.###} within {slo.Bound.TotalMilliseconds:0.###} ms");

    /// <summary>The response time at the bound's percentile; null where no request was recorded.</summary>
    public static ResponseTime? Response(SloProbe? probe) =>
        probe?.Response is { } response ? new ResponseTime(response, probe.ResponseIsLowerBound) : null;
}
