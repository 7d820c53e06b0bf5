using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The published limits of the same experiment, and ours in the same columns.</summary>
internal static class PublishedReservations
{
    // https://softwaremill.com/reactive-event-sourcing-benchmarks-part-2-postgresql/
    private static readonly (int Nodes, int Cpus, double Concurrent, string? P99, double? Serial)[] Published =
    [
        (1, 2, 1_000, "18", null), (3, 2, 2_500, null, 3_500), (1, 4, 2_500, "20", null), (3, 4, 4_000, null, 7_000),
    ];

    public static TableModel Table(IReadOnlyList<Cell> cells, IReadOnlyList<RunFolder> runs)
    {
        var ways = cells.Where(c => c.Load.IsOpen).Select(c => (Cell: c, Way: Way.Of(c)!)).Where(c => c.Way is { Order: Way.Serial or Way.Concurrent })
            .GroupBy(c => c.Way with { Order = "" }, c => (c.Way.Order, c.Cell))
            .OrderBy(g => Tier.Order(g.First().Cell.Tier)).ThenBy(g => g.Key.Place)
            .ToDictionary(g => g.Key, g => g.ToLookup(c => c.Order, c => c.Cell));
        return new TableModel(
            "Highest rates: published, and here",
            [
                new("Where"), new("Command handling"), new("Nodes and CPUs"), new("Concurrent, requests/s (p99)", true), new("Serial, requests/s (p99)", true),
                new("Concurrent of serial", true), new("Concurrent against one node", true), new("Serial against one node", true),
            ],
            ways.Count == 0 ? [] : [.. Published.Select(PublishedRow), .. ways.Select(w => OwnRow(w.Key, w.Value, ways, runs))])
        {
            Note = "Published: Reactive Event Sourcing benchmarks, part 2 (Akka with cluster sharding, PostgreSQL, load by Gatling; 10,000 shows of 50 seats, groups of 5)."
                + string.Create(
                    CultureInfo.InvariantCulture,
                    $" Here: the highest rate that was tried at which p99 stayed within {SustainedRate.BoundMilliseconds:0} ms, {100 * SustainedRate.KeptShare:0}% of the requests succeeded and the verdict passed; with --slo what the search found for its own bound. None: no rate that was tried held it. 'Or more': nothing higher was tried, so that no ratio can be said.")
                + Reporting.Published.Warning,
        };
    }

    private static IReadOnlyList<string> PublishedRow((int Nodes, int Cpus, double Concurrent, string? P99, double? Serial) row)
    {
        var one = Published.First(p => p.Cpus == row.Cpus && p.Nodes == 1);
        return
        [
            "published", "Akka, one actor a show", string.Create(CultureInfo.InvariantCulture, $"{row.Nodes} node{(row.Nodes == 1 ? "" : "s")}, {row.Cpus} CPUs{(row.Nodes == 1 ? "" : " each")}"),
            Format.Number(row.Concurrent) + (row.P99 is { } p99 ? $" ({p99} ms)" : string.Empty), Format.Number(row.Serial), Format.Percent(row.Concurrent / row.Serial),
            row.Nodes == 1 ? Format.None : Times(row.Concurrent / one.Concurrent), Format.None,
        ];
    }

    private static IReadOnlyList<string> OwnRow(Way way, ILookup<string, Cell> cells, Dictionary<Way, ILookup<string, Cell>> all, IReadOnlyList<RunFolder> runs)
    {
        var (concurrent, serial) = (Best(cells, Way.Concurrent), Best(cells, Way.Serial));
        var one = way.Nodes > 1 ? all.GetValueOrDefault(way with { Nodes = 1 }) : null;
        return
        [
            Letters.StoreName(way.Store, way.Run, runs.Count), way.Side, $"{way.NodesText}, {Format.Count(runs[way.Run].Environment.Cores)} CPUs in all",
            Rate(cells, Way.Concurrent, concurrent), Rate(cells, Way.Serial, serial),
            Format.Percent(serial is null ? null : concurrent?.Against(serial)), Times(one is null ? null : concurrent?.Against(Best(one, Way.Concurrent))),
            Times(one is null ? null : serial?.Against(Best(one, Way.Serial))),
        ];
    }

    private static SustainedRate? Best(ILookup<string, Cell> cells, string order) => SustainedRate.Of([.. cells[order]]);

    private static string Rate(ILookup<string, Cell> cells, string order, SustainedRate? best) =>
        !cells.Contains(order) ? Format.None : best is null ? "none" : best + (best.P99 is { } p99 ? $" ({Format.Number(p99)} ms)" : string.Empty);

    private static string Times(double? factor) => factor is { } times ? string.Create(CultureInfo.InvariantCulture, $"{times:0.00} times") : Format.None;
}
