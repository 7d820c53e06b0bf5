using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The report of <c>reservation</c>: by rate as published, over skew, and whether the published effect appears.</summary>
internal static class ReservationReport
{
    // As many tries as were published; more of them share a column.
    private const int TriesApart = 5;

    private static readonly Axis Orders = new("Request order", c => WayOf(c)?.Order) { Order = c => WayOf(c)!.OrderPlace };
    private static readonly Axis Sides = new("Command handling", c => WayOf(c)?.Side) { Order = c => WayOf(c)!.Side };
    private static readonly Axis Skews = new("Skew (Zipf's exponent)", c => WayOf(c)?.Skew is { } skew ? Text(skew) : null)
    { Order = c => WayOf(c)!.Skew!.Value };
    private static readonly Axis Loads = new("Load", c => c.Load.Label) { Order = c => c.Load.Order };

    // The strongest promise first: what a reader looks at before anything is chosen.
    private static readonly Axis Stores = new("Store", c => WayOf(c)?.Store) { Order = c => (Tier.Order(c.Tier), WayOf(c)!.Store) };

    private static readonly Metric Conflicts = Metric.PerTrial("Version conflicts", "Version conflicts for each request",
        s => s.Reservations?.Measured?.LostRacesPerRequest);
    private static readonly Metric Goodput = Metric.PerTrial("Goodput", "Successful requests/s", s => s.Reservations?.Measured?.Goodput);
    private static readonly Metric P99 = new("p99", "Response time, p99 (ms)", c => c.Response?.P99);

    private static readonly IReadOnlyList<Metric> Cpu =
    [
        Metric.PerTrial("All processes", "Busy cores, all processes", OrderEffect.BusyCores),
        Metric.PerTrial("API", "Busy cores, API (all nodes)", s => s.Seconds.Average(x => x.ApiCores)),
        Metric.PerTrial("Server", "Busy cores, server", s => s.Seconds.Average(x => x.ServerCores)),
        Metric.PerTrial("Client", "Busy cores, client", s => s.Seconds.Average(x => x.ClientCores)),
    ];

    private static readonly IReadOnlyList<Metric> Outcomes =
    [
        Goodput,
        Metric.PerTrial("Rejected", "Rejected requests/s", s => s.Reservations?.Measured?.Rejected),
        Metric.PerTrial("Failed", "Failed requests/s", s => s.Reservations?.Measured?.Failed),
        Conflicts,
        Metric.PerTrial("Fairness", "Jain's index over the shows", s => s.Reservations?.Measured?.Fairness?.Index),
        Metric.PerTrial("Worst show", "Share of the worst show's requests that succeeded",
            s => s.Reservations?.Measured?.Fairness?.WorstShare),
    ];

    private static readonly IReadOnlyList<Metric> OverSkew =
    [
        Conflicts,
        Metric.PerTrial("Retries", "Retries for each request", s => s.Reservations?.Measured?.RetriesPerRequest),
        Metric.PerTrial("Given up", "Share of requests that gave up",
            s => s.Reservations?.Measured is { Requests: > 0 } of ? (double)of.GivenUp / of.Requests : null),
        P99,
        Goodput,
    ];

    private static readonly IReadOnlyList<Column<Cell>> WayColumns =
    [
        new("Store", PlainName), new("Nodes", c => WayOf(c)!.Nodes), new("Command handling", c => WayOf(c)!.Side),
        new("Request order", c => WayOf(c)!.Order), new("Load", c => c.Load.Label),
    ];

    // https://softwaremill.com/reactive-event-sourcing-benchmarks-part-2-postgresql/
    private static readonly (int Nodes, int Cpus, double Concurrent, string? P99, double? Serial)[] Figures =
    [
        (1, 2, 1_000, "18", null), (3, 2, 2_500, null, 3_500), (1, 4, 2_500, "20", null), (3, 4, 4_000, null, 7_000),
    ];

    public static SuiteReport Report { get; } = new()
    {
        KindOf = s => s.Reservations is { } of ? $"{of.Store} ({Format.Count(of.Nodes)}) ({of.Strategy})" : null,
        Apart = Orders,
        Charts = cells => [.. OwnCharts(cells), .. RequestCharts.Of(cells, Orders)],
        Findings = (cells, runs) =>
            [OrderEffect.Table(cells, WayOf, s => s.Reservations?.Measured?.LostRacesPerRequest), Published(cells, runs)],
        Tables = cells =>
        [
            SloTable.Highest(cells, step => WithOneNode(step, cells)), Seats(cells),
            ProcessTable.Of(cells.Trials(t => t.Reservations is not null), t => t.Reservations!.NodePeakBytes), SloTable.Probes(cells),
        ],
        Columns =
        [
            new("command_handling", r => r.Step.Reservations?.Strategy),
            new("request_order", r => r.Step.Reservations?.Order),
            new("skew", r => r.Step.Reservations?.Skew),
            new("api_nodes", r => r.Step.Reservations?.Nodes),
            new("goodput_per_second", r => Tally(r)?.Goodput),
            new("rejected_per_second", r => Tally(r)?.Rejected),
            new("failed_per_second", r => Tally(r)?.Failed),
            new("requests", r => Tally(r)?.Requests),
            .. Enumerable.Range(1, TriesApart)
            .Select(n => new CsvColumn(FormattableString.Invariant($"tries_{n}"), r => Tally(r) is { } of ? WithTries(of, n) : null)),
            new("tries_more", r => Tally(r)?.SuccessesByTries.Skip(TriesApart + 1).Sum()),
            new("gave_up", r => Tally(r)?.GivenUp),
            new("version_conflicts", r => Tally(r)?.LostRaces),
            new("retries", r => Tally(r)?.Retries),
            new("version_conflicts_per_request", r => Tally(r)?.LostRacesPerRequest),
            new("retries_per_request", r => Tally(r)?.RetriesPerRequest),
            new("fairness", r => Tally(r)?.Fairness?.Index),
            new("fairness_shows", r => Tally(r)?.Fairness?.Shows),
            new("worst_show", r => Tally(r)?.Fairness?.WorstShow),
            new("worst_show_successes", r => Tally(r)?.Fairness?.WorstSuccesses),
            new("worst_show_requests", r => Tally(r)?.Fairness?.WorstRequests),
        ],
        Terms =
        [
            (
                "Reservations",
                """
                In the order serial the requests of a show come one after the other in time while a thousand shows are in use; in the
                order concurrent all requests of a few shows come at once, shuffled together; in the order hot any show at any time, the
                n-th <i>n<sup>−skew</sup></i> times as often as the first. optimistic loads a show, decides and appends with the version
                that it read, and tries again after a version conflict; snapshot does the same from a saved state; single-writer keeps a
                show's state in memory behind one mailbox, so that nothing else appends to the show. The suite asks the question of
                “Reactive Event Sourcing benchmarks, part 2”; its figures come from other hardware and another language and are not
                comparable with these in absolute terms.
                """),
            (
                "Goodput and fairness",
                """
                Goodput is the successful requests a second, apart from those that were rejected and those that failed. Fairness is Jain's
                index
                <i>(Σx)² / (n Σx²)</i> (Jain, Chiu and Hawe, 1984) over the <i>n</i> shows with a request, <i>x</i> being the share of a
                show's requests
                that succeeded: 1 is even. Shares and not counts, as the load gives shows unequal numbers of requests.
                """),
        ],
    };

    private static IEnumerable<Chart> OwnCharts(IReadOnlyList<Cell> cells)
    {
        var ways = Sorted(cells);
        if (ways.Count == 0)
        {
            yield break;
        }

        List<string> names = [.. Orders.Values(ways), .. Sides.Values(ways)];
        var several = ways.Any(c => WayOf(c)!.Nodes > 1);
        if (ways.Any(c => c.Trials.Any(t => t.SloSearch is not null)))
        {
            yield return ProbeChart(RequestCharts.IsOpen(cells), BySide);
        }
        else
        {
            yield return OverRates(
                "p99",
                "p99 of the response time",
                $"The 99th percentile from the intended start of a request to its end, of all requests. {RequestCharts.Censored} Choose "
                + "whether the lines are "
                    + "the orders of requests with one command handling, or the ways of command handling in one order. Whiskers are 95% "
                    + "intervals over "
                    + "the trials. Less is better.",
                [P99],
                c => Table.Of(
                    "Response time of all requests, milliseconds (median of trials)",
                    c,
                    [.. WayColumns, .. Percentile.All.Select((p, i) =>
                        new Column<Cell>($"{p.Label} (ms)", r => r.Response?.ByPercentile[i]))])) with
            { Logarithmic = true };
            yield return OverRates(
                "cpu",
                "CPU",
                "Busy cores, the mean of the measured time: 1 is one core at work all the time. An embedded store works inside the API. "
                    + "Less is better.",
                Cpu,
                c => Table.Of(
                    "Busy cores, mean of the measured time (median of trials)",
                    c,
                    [
                        .. WayColumns, new("All", r => Cpu[0].Of(r)?.Median), new("API (all nodes)", r => r.Resources[1].Cores?.Median),
                        new("Server", r => r.Resources[2].Cores?.Median), new("Client", r => r.Resources[0].Cores?.Median),
                    ])) with
            { If = c => c.Any(r => r.Trials.Any(t => OrderEffect.BusyCores(t) is not null)) };
            yield return OverRates(
                "goodput",
                "Goodput, version conflicts and fairness",
                "Goodput is what succeeded; rejected is what a rule refused or what was given up because of version conflicts; failed are "
                + "errors and requests "
                    + "without an answer. Fairness is Jain's index of the shows' shares of successful requests, (Σx)² / (n Σx²): 1 is "
                    + "even, 1/n is all for one show.",
                Outcomes,
                Tries) with
            { If = c => c.Any(r => r.Trials.Any(t => t.Reservations?.Measured is not null)) };
        }

        yield return SkewChart(BySide);

        Chart OverRates(string id, string title, string description, IReadOnlyList<Metric> metrics, Func<IReadOnlyList<Cell>,
            TableModel> table) => new(
            id, $"{title} {RequestCharts.ByLoad(RequestCharts.IsOpen(cells))}", description)
            {
                Steps = Sorted,
                X = RequestCharts.Sizes(RequestCharts.IsOpen(cells)),
                By = [Metric.Choose(metrics), Stores.Each, _ => new Choice("Lines", Lines())],
                Table = table,
            };

        IReadOnlyList<Option> Lines()
        {
            var (orders, sides) = (Orders.Values(ways), Sides.Values(ways));
            var ofSides = sides.Select(side =>
                new Option($"{side}: by request order") { Has = c => WayOf(c)!.Side == side, Line = c => Line(c, WayOf(c)!.Order) });
            var ofOrders = orders.Select(order =>
                new Option($"{order}: by command handling") { Has = c => WayOf(c)!.Order == order, Line = BySide });
            return orders.Count == 1 ? [.. ofOrders] : sides.Count == 1 ? [.. ofSides] : [.. ofSides, .. ofOrders];
        }

        ChartSeries BySide(Cell cell) => Line(cell, WayOf(cell)!.Side);

        // The name of a line has the nodes and the run where there are several.
        ChartSeries Line(Cell cell, string name)
        {
            var way = WayOf(cell)!;
            var line = several ? $"{name}, {way.NodesText}" : name;
            return new(cell.Name.Length == cell.Store.Length ? line : line + cell.Name[cell.Store.Length..], names.IndexOf(name),
                way.Run > 0 || way.Nodes > 1, []);
        }
    }

    private static Chart ProbeChart(bool open, Func<Cell, ChartSeries> line) => new(
        "probes",
        "Response time by rate that was tried",
        "Each point is a step on a fresh store: the percentile of the bound, from the intended start of a request to its end, of all "
        + "requests. "
            + "The search goes up until the bound breaks, and then halves the interval. Less is better. " + RequestCharts.Censored)
    {
        Steps = Sorted,
        Kind = ChartKind.Curve,
        XName = RequestCharts.Sizes(open).Name,
        Logarithmic = true,
        By = [Stores.Each, Orders.Each],
        Line = line,
        Metric = _ => new("Response time", "Response time at the bound's percentile (ms)", (cells, series) => series with
        {
            Points =
            [
                .. from p in cells.SelectMany(c => c.Trials).SelectMany(t => t.SloSearch?.Probes ?? []).OrderBy(p => p.Rate)
                   let response = SloTable.Response(p)
                   where response is not null
                   select (IReadOnlyList<double>)[Points.Number(p.Rate), .. Points.Of(response.Value)],
            ],
        }),
        Table = cells => Table.Of(
            "Response time by rate that was tried",
            cells.Trials(t => t.SloSearch is not null)
                .SelectMany(t => t.Step.SloSearch!.Probes.OrderBy(p => p.Rate).Select(p => (t.Cell, Probe: p))),
            [
                .. WayColumns.Take(4).Select(c => new Column<(Cell Cell, SloProbe Probe)>(c.Head, p => c.Text(p.Cell))),
                new("Rate (/s)", p => p.Probe.Rate),
                new("Response (ms)", p => Format.Milliseconds(SloTable.Response(p.Probe)), numeric: true),
                new("Held", p => p.Probe.Held ? "yes" : "no"),
            ]),
    };

    private static Chart SkewChart(Func<Cell, ChartSeries> line) => new(
        "skew",
        "Conflicts and retries by skew",
        "Requests take any show, the n-th of them n^-skew times as often as the first: with 0 all shows are as popular, with 1 and more a "
        + "few get most. "
            + "A version conflict is an append that found another version than it expected; a retry is the attempt after it. "
                + RequestCharts.Censored)
    {
        Steps = cells => [.. Sorted(cells).Where(c => Skews.Of(c) is not null)],
        If = cells => Skews.Values(cells).Count > 1,
        X = Skews,
        By = [Metric.Choose(OverSkew), Stores.Each, Loads.Last],
        Line = line,
        Table = cells => Table.Of(
            "Conflicts and retries by skew (measured time, median of trials)",
            cells.OrderBy(c => WayOf(c)!.Place).ThenBy(c => c.Load.Order),
            [
                new("Store", PlainName), new("Command handling", c => WayOf(c)!.Side), new("Nodes", c => WayOf(c)!.Nodes),
                new("Load", c => c.Load.Label),
                new("Skew", c => Text(WayOf(c)!.Skew!.Value), numeric: true),
                new("Version conflicts for each request", c => OverSkew[0].Of(c)?.Median),
                new("Retries for each request", c => OverSkew[1].Of(c)?.Median),
                new("Gave up", c => Format.Percent(OverSkew[2].Of(c)?.Median), numeric: true),
                new("p99 (ms)", c => Format.Median(P99.Of(c)), numeric: true), new("Goodput (/s)", c => Goodput.Of(c)?.Median),
            ]),
    };

    /// <summary>Goodput, the tries until success, and fairness of each step.</summary>
    private static TableModel Tries(IReadOnlyList<Cell> cells) => Table.Of(
        "Goodput, tries until success and fairness (measured time)",
        cells.Trials(t => t.Reservations?.Measured is not null).Select(t => (t.Cell, t.Step, Of: t.Step.Reservations!.Measured!)),
        [
            .. WayColumns.Select(c => new Column<(Cell Cell, StepRecord Step, ReservationTally Of)>(c.Head, t => c.Text(t.Cell))),
            new("Trial", t => t.Step.Trial),
            new("Goodput (/s)", t => t.Of.Goodput), new("Rejected (/s)", t => t.Of.Rejected), new("Failed (/s)", t => t.Of.Failed),
            .. Enumerable.Range(1, TriesApart).Select(n => new Column<(Cell Cell, StepRecord Step, ReservationTally Of)>(
                $"{Format.Count(n)} {(n == 1 ? "try" : "tries")}", t => WithTries(t.Of, n))),
            new("More tries", t => t.Of.SuccessesByTries.Skip(TriesApart + 1).Sum()), new("Gave up", t => t.Of.GivenUp),
            new("Version conflicts for each request", t => t.Of.LostRacesPerRequest), new("Fairness", t => t.Of.Fairness?.Index),
            new("Shows", t => t.Of.Fairness?.Shows ?? 0),
            new("Worst show", t => t.Of.Fairness is { } fair
                ? $"{fair.WorstShow}: {Format.Count(fair.WorstSuccesses)} of {Format.Count(fair.WorstRequests)} "
                    + $"({Format.Percent(fair.WorstShare)})"
                : Format.None),
        ]);

    private static TableModel Seats(IReadOnlyList<Cell> cells) => Table.Of(
        "Seats, version conflicts and tries (warm-up included)",
        cells.Trials(t => t.Reservations is not null)
            .Select(t => (t.Cell, t.Step, Of: t.Step.Reservations!, Done: t.Step.Reservations!.Reserved + t.Step.Reservations.Cancelled)),
        [
            new("Store", t => t.Cell.Name), new("Load", t => t.Cell.Load.Label), new("Trial", t => t.Step.Trial),
            new("Reserved", t => t.Of.Reserved),
            new("Cancelled", t => t.Of.Cancelled), new("Refused by a rule", t => t.Of.Refused),
            new("Version conflicts", t => t.Of.LostRaces),
            new("Version conflicts for each success", t => t.Done == 0 ? null : (double)t.Of.LostRaces / t.Done),
            new("Most tries", t => t.Of.MostTries),
            new("Given up after the last try", t => t.Of.Conflicts), new("Sent again to another node", t => t.Of.Resent),
            new("Shows with a request", t => t.Of.ShowsTouched),
        ]);

    /// <summary>The published limits of the same experiment, and ours in the same columns.</summary>
    private static TableModel Published(IReadOnlyList<Cell> cells, IReadOnlyList<RunFolder> runs)
    {
        var ways = cells.Where(c => c.Load.IsOpen && WayOf(c) is { Order: Way.Serial or Way.Concurrent })
            .GroupBy(c => WayOf(c)! with { Order = "" })
            .OrderBy(g => Tier.Order(g.First().Tier)).ThenBy(g => g.Key.Place)
            .ToDictionary(g => g.Key, g => g.ToLookup(c => WayOf(c)!.Order));
        var rows = ways.Count == 0 ? [] : Figures.Select(PublishedRow).Concat(ways.Select(w => OwnRow(w.Key, w.Value, ways, runs)));
        return new TableModel(
            "Highest rates: published, and here",
            [
                new("Where"), new("Command handling"), new("Nodes and CPUs"), new("Concurrent, requests/s (p99)", true),
                new("Serial, requests/s (p99)", true),
                new("Concurrent of serial", true), new("Concurrent against one node", true), new("Serial against one node", true),
            ],
            [.. rows])
        {
            Note = "Published: Reactive Event Sourcing benchmarks, part 2 (Akka with cluster sharding, PostgreSQL, load by Gatling; "
                + "10,000 shows of 50 seats, "
                + "groups of 5). Here: the highest rate that was tried at which p99 stayed within "
                + $"{Format.Count((long)SustainedRate.BoundMilliseconds)} ms, "
                + $"{Format.Count((long)(100 * SustainedRate.KeptShare))}% of the requests succeeded and the verdict passed; with --slo "
                + "what the search found for its "
                + "bound. None: no rate that was tried held it. 'Or more': nothing higher was tried, so that no ratio can be given." +
                SuiteReports.OtherMachine,
        };
    }

    private static IReadOnlyList<string> PublishedRow((int Nodes, int Cpus, double Concurrent, string? P99, double? Serial) row)
    {
        var one = Figures.First(p => p.Cpus == row.Cpus && p.Nodes == 1);
        return
        [
            "published", "Akka, one actor a show",
            FormattableString.Invariant($"{row.Nodes} node{(row.Nodes == 1 ? "" : "s")}, {row.Cpus} CPUs{(row.Nodes == 1 ? "" : " each")}"),
            Format.Number(row.Concurrent) + (row.P99 is { } p99 ? $" ({p99} ms)" : string.Empty), Format.Number(row.Serial),
            Format.Percent(row.Concurrent / row.Serial),
            row.Nodes == 1 ? Format.None : Times(row.Concurrent / one.Concurrent), Format.None,
        ];
    }

    private static IReadOnlyList<string> OwnRow(Way way, ILookup<string, Cell> cells, Dictionary<Way, ILookup<string, Cell>> all,
        IReadOnlyList<RunFolder> runs)
    {
        var (concurrent, serial) = (Best(cells, Way.Concurrent), Best(cells, Way.Serial));
        var one = way.Nodes > 1 ? all.GetValueOrDefault(way with { Nodes = 1 }) : null;
        return
        [
            Letters.StoreName(way.Store, way.Run, runs.Count), way.Side,
            $"{way.NodesText}, {Format.Count(runs[way.Run].Environment.Cores)} CPUs in all",
            Rate(cells, Way.Concurrent, concurrent), Rate(cells, Way.Serial, serial),
            Format.Percent(serial is null ? null : concurrent?.Against(serial)),
            Times(one is null ? null : concurrent?.Against(Best(one, Way.Concurrent))),
            Times(one is null ? null : serial?.Against(Best(one, Way.Serial))),
        ];
    }

    private static SustainedRate? Best(ILookup<string, Cell> cells, string order) => SustainedRate.Of([.. cells[order]]);

    private static string Rate(ILookup<string, Cell> cells, string order, SustainedRate? best) =>
        !cells.Contains(order)
            ? Format.None : best is null ? "none" : best + (best.P99 is { } p99 ? $" ({Format.Number(p99)} ms)" : string.Empty);

    private static string Times(double? factor) => factor is { } times ? FormattableString.Invariant($"{times:0.00} times") : Format.None;

    private static IReadOnlyList<Cell> Sorted(IReadOnlyList<Cell> cells) =>
        [.. cells.Where(c => WayOf(c) is not null).OrderBy(c => WayOf(c)!.Place).ThenBy(c => c.Load.Order)];

    /// <summary>The way of a step; null where its trials ended before they had one.</summary>
    private static Way? WayOf(Cell cell) => cell.Trials.Select(t => t.Reservations).OfType<ReservationRecord>().FirstOrDefault() is { } of
        ? new Way(cell.Run, of.Store, of.Nodes, of.Strategy,
            of.Skew is { } skew ? FormattableString.Invariant($"{of.Order} skew {skew}") : of.Order, of.Skew)
        : null;

    /// <summary>The store without its way of use, with the run where there are several.</summary>
    private static string PlainName(Cell cell) => WayOf(cell)!.Store + cell.Name[cell.Store.Length..];

    // The factor that more nodes bring: the same store, command side and order on one of them.
    private static StepRecord? WithOneNode(StepRecord step, IReadOnlyList<Cell> cells) => step.Reservations is not { Nodes: > 1 } of ? null
        : cells.SelectMany(c => c.Trials).FirstOrDefault(t => t.SloSearch is not null && t.Reservations is { Nodes: 1 } other
            && (other.Store, other.Strategy, other.Order, other.Skew) == (of.Store, of.Strategy, of.Order, of.Skew));

    private static ReservationTally? Tally(CsvRow row) => row.Step.Reservations?.Measured;

    /// <summary>Requests that succeeded with so many appends; a repeat of what was done before, which needs none, is counted with the
    /// first.</summary>
    private static long WithTries(ReservationTally tally, int tries) =>
        tally.SuccessesByTries.ElementAtOrDefault(tries) + (tries == 1 ? tally.SuccessesByTries.ElementAtOrDefault(0) : 0);

    private static string Text(double number) => FormattableString.Invariant($"{number:0.###}");
}
