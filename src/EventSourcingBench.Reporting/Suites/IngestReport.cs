using System.Globalization;
using EventSourcingBench.Measurement;
using MathNet.Numerics.Statistics;

namespace EventSourcingBench.Reporting;

/// <summary>The report of <c>ingest</c>, after the publication "ChronicleDB on a Raft".</summary>
internal static class IngestReport
{
    private const string Embedded = "embedded";
    private const string Blocking = "blocking";
    private const double Mebibyte = 1024 * 1024;
    private const int MostRows = SuiteModel.MostRows;

    private const string Boxes =
        "The box holds the middle half of the trials, the line in it is the median, the whiskers are the least and the greatest trial; "
        + "warm trials, or cold ones where there are no others.";

    private static readonly double[] Quantiles = [0, 0.25, 0.5, 0.75, 1];

    private static readonly Axis Counts = new("Events", c => Format.Count(Of(c).Count)) { Order = c => Of(c).Count };
    private static readonly Axis Nodes = new("Nodes", c => Format.Count(Of(c).Nodes)) { Order = c => Of(c).Nodes };
    private static readonly Axis Modes = new("Buffer", c => Of(c).BufferMode) { Order = c => Of(c).BufferMode != Blocking };
    private static readonly Axis Sizes = new("Buffer size", c => Format.Size(Of(c).BufferBytes)) { Order = c => Of(c).BufferBytes };
    private static readonly Axis Buffers = new("Buffer", c => Buffer(Of(c)))
    { Order = c => (Of(c).BufferMode != Blocking, Of(c).BufferBytes) };

    private static readonly Axis Clusters = new("Where the events are kept", c => Cluster(Of(c)))
    {
        Order = c => (Of(c).ClusterType switch { Embedded => 0, "server" => 1, _ => 2 }, Of(c).Nodes, Of(c).Remote),
    };

    private static readonly Metric Median = new("Median", "Events/s, median", c => c.Throughput);
    private static readonly Metric Box = new("Trials", "Events/s", c => c.Throughput)
    { Point = c => BoxOf(c)?.Select(Points.Number).ToList() };

    private static readonly Metric ForMillion = new(
        "Time",
        "Seconds for a million events",
        c => Seconds(c) is { } seconds
            ? c.Throughput is { Low: > 0, High: > 0 } rate ? new Estimate(seconds, 1e6 / rate.High, 1e6 / rate.Low)
                : new Estimate(seconds, null, null)
            : null);

    private static readonly IReadOnlyList<Metric> Rates =
    [
        Median, new("Maximum", "Events/s, maximum", c => Exact(Maximum(c))), new("Cold trial", "Events/s, cold trial", c => Exact(Cold(c))),
    ];

    private static readonly Column<Cell> Store = new("Store", c => c.Name);
    private static readonly Column<Cell> Product = new("Store", c => ProductName(c));
    private static readonly Column<Cell> NodesOf = new("Nodes", c => Of(c).Nodes);
    private static readonly Column<Cell> Events = new("Events", c => Of(c).Count);
    private static readonly Column<Cell> BufferOf = new("Buffer", c => Buffer(Of(c)));

    public static SuiteReport Report { get; } = new()
    {
        LoadOf = s => new Load(s.Copies, s.Rate, s.Ramp, s.Preload)
        {
            Name = s.Ingest is { } i ? Label(i) : null,
            Place = s.Ingest is { } p ? (p.Nodes, p.Count, p.BufferMode == Blocking ? 0 : 1, p.BufferBytes) : default,
        },
        ThroughputsOf = s => s.Ingest is { } ingest ? Ranked(ingest).Select(t => t.EventsPerSecond) : [s.Throughput],
        OneTrial = s => s.Ingest is { Trials.Count: > 1 } ? null : new SuiteReport().OneTrial(s),
        Rankings = [Ranking],
        Charts = _ => [ByCount, BySize, ByMillion, ByNodes, ByBuffer, Heat, ByCluster, NodeDeath],
        Findings = (cells, _) => [Published(cells)],
        Tables = _ => [],
        Summary = SummaryOf,
        Parts = s => s.Ingest?.Trials ?? [],
        Columns =
        [
            new("cluster_type", r => r.Step.Ingest is { } ingest ? PublishedCluster(ingest) : null),
            new("node_count", r => r.Step.Ingest?.Nodes),
            new("event_type", r => r.Step.Ingest?.EventType),
            new("event_bytes", r => r.Step.Ingest?.EventBytes),
            new("buffer_type", r => r.Step.Ingest?.BufferMode),
            new("buffer_size_bytes", r => r.Step.Ingest?.BufferBytes),
            new("event_count", r => r.Step.Ingest?.Count),
            new("ingest_trial", r => TrialOf(r)?.Number),
            new("warm", r => TrialOf(r)?.Warm),
            new("trial_seconds", r => TrialOf(r)?.Duration.TotalSeconds),
            new("trial_acknowledged", r => TrialOf(r)?.Acknowledged),
            new("trial_overflowed", r => TrialOf(r)?.Overflowed),
            new("trial_failed", r => TrialOf(r)?.Failed),
            new("flushes", r => TrialOf(r)?.Flushes),
            new("events_per_second", r => TrialOf(r)?.EventsPerSecond),
            new("node_death_seconds", r => r.Step.Ingest?.NodeDeath?.At.TotalSeconds),
            new("node_death_pause_seconds", r => r.Step.Ingest?.NodeDeath?.Pause.TotalSeconds),
        ],
        PartsFile = (
            "ingest.csv",
            [
                new("cluster_type", r => PublishedCluster(r.Step.Ingest!)),
                new("node_count", r => r.Step.Ingest!.Nodes),
                new("event_type", r => r.Step.Ingest!.EventType),
                new("buffer_type", r => r.Step.Ingest!.BufferMode),
                new("buffer_size_in_bytes", r => r.Step.Ingest!.BufferBytes),
                new("event_count", r => r.Step.Ingest!.Count),
                new("trial", r => TrialOf(r)!.Number),
                new("duration_in_ms", r => TrialOf(r)!.Duration.TotalMilliseconds),
                new("measured_on", r => TrialOf(r)!.MeasuredOn.ToUniversalTime().ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'",
                    CultureInfo.InvariantCulture)),
                new("store", r => r.Step.Store),
                new("durability", r => r.Run.Stores.FirstOrDefault(x => x.Name == r.Step.Store)?.Durability),
                new("warm", r => TrialOf(r)!.Warm),
                new("acknowledged", r => TrialOf(r)!.Acknowledged),
                new("overflowed", r => TrialOf(r)!.Overflowed),
                new("failed", r => TrialOf(r)!.Failed),
                new("flushes", r => TrialOf(r)!.Flushes),
                new("events_per_second", r => TrialOf(r)!.EventsPerSecond),
                new("kept", r => r.Step.Ingest!.ClusterType),
                new("via", r => r.Step.Ingest!.Remote ? "http" : "direct"),
                new("node_died", r => r.Step.Ingest!.NodeDeath is not null && TrialOf(r) == r.Step.Ingest.Trials[^1]),
                new("verdict", r => Verdicts.Label(Verdicts.StateOf(r.Verdict))),
            ]),
        Terms =
        [
            (
                "Ingest",
                """
                Each trial appends the same number of events to an empty store, from the first offer to the acknowledgement of the last
                one. The first
                trial after a fresh start is cold and shown apart; medians are of the warm ones. <code>ingest.csv</code>, beside this file,
                has a row for
                each trial. The suite asks the question of “ChronicleDB on a Raft”; its figures come from other hardware,
                another language and another
                store and are not comparable with these in absolute terms.
                """),
        ],
    };

    private static RankingRule Ranking => new("events a second")
    {
        May = c => c.Trials[0].Ingest is not null && c.Throughput.Median > 0 && !IsAlone(c),
        Missing = cells =>
            cells.All(IsAlone) ? "one node alone replicates nothing; give it several (--nodes 3)" : "no event was acknowledged",
        At = candidates =>
        {
            var count = candidates.Max(c => Of(c).Count);
            return new RankingPlace($"Ranked by the median of events a second with {Format.Count(count)} events, the best buffer of each "
                + "store; more is better.")
            {
                Has = c => Of(c).Count == count,
                Lacks = $"no verified trial with {Format.Count(count)} events, where the others are compared",
                Measured = c => c.Throughput,
                Order = c => (-c.Throughput.Median, c.Load.Order),
                Best = _ => "appended fastest",
                Only = _ => "appended",
                Figure = c => $"{Format.Number(c.Throughput.Median)} events a second",
                Condition = c => $" with {Format.Count(count)} events, buffer {Buffer(Of(c))}",
                Columns =
                [
                    BufferOf, NodesOf, new("Events/s", c => c.Throughput),
                    new(new TableColumn("Failed", true) { Meaning = "Share of all events offered whose flush failed or has an unknown "
                        + "outcome." }, c => Format.Percent(FailedShare(c))),
                    new("Maximum", c => Maximum(c)), new("Cold", c => Cold(c)), new("For a million (s)", c => Seconds(c)),
                ],
                Remarks = Remarks,
            };
        },
    };

    private static IEnumerable<string> Remarks(Cell cell)
    {
        if (IsCold(cell))
        {
            yield return "cold trials only";
        }

        if (Sum(cell, t => t.Overflowed) is > 0 and var overflowed)
        {
            yield return $"{Format.Count(overflowed)} events refused by the full buffer";
        }

        if (Sum(cell, t => t.Failed) is > 0 and var failed)
        {
            yield return $"{Format.Count(failed)} events failed or of unknown outcome";
        }
    }

    private static Chart ByCount => new(
        "count",
        "Events a second by count",
        "Acknowledged events over the time from the first offer to the last acknowledgement. The median is of the warm trials, with its "
        + "95% interval; "
            + "the cold trial is the first after a fresh start. Greater is better.")
    {
        X = Counts,
        Logarithmic = true,
        By = [Metric.Choose(Rates), Buffers.OrBest, Nodes.Each],
        Table = cells => Table.Of(
            "Ingest: events a second (median of the warm trials, 95% CI)",
            cells,
            [
                Store, NodesOf, Events, BufferOf, new("Durability", c => c.Tier), new("Events/s", Rate, numeric: true),
                new("Maximum", c => Maximum(c)),
                new("Cold", c => Cold(c)),
                new("Cold over warm", c => IsCold(c) || c.Throughput.Median <= 0 ? null : Cold(c) / c.Throughput.Median),
                new("Trials", c => All(c).Count), new("Overflowed", c => Share(c, t => t.Overflowed), numeric: true),
                new("Failed", c => Share(c, t => t.Failed), numeric: true), new("Verdict", c => Verdicts.Label(c.Verdict)),
            ]),
    };

    private static Chart BySize => new(
        "buffer",
        "Events a second by buffer size",
        "The buffer is flushed when it holds so many bytes of event data. A blocking buffer lets the producer wait for room; a "
        + "non-blocking one never "
            + "does, and refuses events at its limit. Greater is better.")
    {
        X = Sizes,
        Logarithmic = true,
        By = [Metric.Choose(Rates), Modes.Each, Counts.Last, Nodes.Each],
        Table = cells => Table.Pivot(
            "Median of events a second by buffer size", cells, [Store, NodesOf, Events, new("Buffer", c => Of(c).BufferMode)], Sizes,
            MedianText),
    };

    private static Chart ByMillion => new(
        "million",
        "Time for a million events",
        "At the median rate of each count, with its 95% interval: what a million events would take if they came at that rate. Less is "
            + "better.")
    {
        X = Counts,
        Logarithmic = true,
        By = [Buffers.OrBest, Nodes.Each],
        Metric = _ => ForMillion,
        Table = cells =>
            Table.Pivot("Seconds for a million events", cells, [Store, NodesOf, BufferOf], Counts, c => Format.Number(Seconds(c))),
    };

    private static Chart ByNodes => new(
        "nodes",
        "Events a second by number of nodes",
        "What each further copy of the events costs. All nodes are on this machine and share its disk and processors, which costs more "
        + "than separate "
            + "machines would, and leaves out the network.")
    {
        If = cells => Nodes.Values(cells).Count > 1,
        X = Nodes,
        By = [Counts.Last, Buffers.OrBest],
        Metric = _ => Median,
        Line = ProductLine,
        Table = cells => Table.Pivot("Median of events a second by number of nodes", cells, [Product, Events, BufferOf], Nodes, MedianText),
    };

    private static Chart ByBuffer => new("boxes", "Trials by buffer type and size", Boxes)
    {
        Kind = ChartKind.Box,
        X = Buffers,
        Logarithmic = true,
        By = [Counts.Last, Nodes.Each],
        Metric = _ => Box,
        Table = cells => Table.Of(
            "Trials by buffer type and size, events a second",
            cells.Where(c => BoxOf(c) is not null),
            [
                Store, NodesOf, Events, BufferOf, new("Trials", c => Counted(c).Count), new("Least", c => BoxOf(c)![0]),
                new("First quartile", c => BoxOf(c)![1]),
                new("Median", c => BoxOf(c)![2]), new("Third quartile", c => BoxOf(c)![3]), new("Greatest", c => BoxOf(c)![4]),
            ]),
    };

    private static Chart Heat => new(
        "heat",
        "Buffer size by count",
        "What a larger buffer brings with few events and with many. A deeper colour is more, on a logarithmic scale; each cell has its "
            + "number.")
    {
        Kind = ChartKind.Heatmap,
        X = Counts,
        Rows = Sizes,
        Logarithmic = true,
        ScaleChoice = false,
        By = [new Axis("Store", c => Of(c).Nodes > 1 ? $"{c.Name}, {NodesText(Of(c))}" : c.Name).Each, Modes.Each,
            cells => Metric.Choose(HeatMetrics(cells))(cells)],
        Table = cells => Table.Pivot(
            "Events a second (MiB/s of event data) by buffer and count",
            cells,
            [Store, NodesOf, BufferOf],
            Counts,
            c => $"{MedianText(c)} ({Format.Number(c.Throughput.Median * EventBytes(c) / Mebibyte)})"),
    };

    private static Metric[] HeatMetrics(IReadOnlyList<Cell> all)
    {
        var (counts, sizes) = (Counts.Values(all).ToList(), Sizes.Values(all).ToList());
        return [Of("Events", "Events/s, median", c => c.Throughput.Median),
            Of("Bytes", "Event data (MiB/s)", c => c.Throughput.Median * EventBytes(c) / Mebibyte)];

        Metric Of(string name, string unit, Func<Cell, double> value) => new(name, unit, (cells, line) => line with
        {
            Color = 0,
            Points =
            [
                .. cells.Where(c => c.Throughput.Median > 0)
                    .Select(c => (IReadOnlyList<double>)[counts.IndexOf(Counts.Of(c)!), sizes.IndexOf(Sizes.Of(c)!),
                        Points.Number(value(c))]),
            ],
        });
    }

    private static Chart ByCluster => new(
        "clusters",
        "Embedded, server, replicated, remote",
        "Embedded: the store runs in the process that offers the events. Server: one node, another process. Replicated: acknowledged by "
        + "several nodes. "
            + "Remote: through the API over HTTP, in another process of this machine. " + Boxes)
    {
        If = cells => Clusters.Values(cells).Count > 1,
        Kind = ChartKind.Box,
        X = Clusters,
        Logarithmic = true,
        By = [Counts.Last, Buffers.OrBest],
        Metric = _ => Box,
        Line = ProductLine,
        Table = cells => Table.Of(
            "Embedded, server, replicated, remote: the best buffer of each store",
            cells.GroupBy(c => (c.Run, c.Store, Cluster(Of(c)), Of(c).Count)).Select(g => Chart.Best(g)!)
                .OrderBy(Clusters.Order).ThenBy(c => Of(c).Count).ThenByDescending(c => c.Throughput.Median),
            [
                Product, new("Kept", c => Cluster(Of(c))), new("Durability", c => c.Tier), Events, new("Best buffer", c => Buffer(Of(c))),
                new("Median (/s)", c => c.Throughput), new("Maximum (/s)", c => Maximum(c)), new("Verdict", c => Verdicts.Label(c.Verdict)),
            ]),
    };

    private static Chart NodeDeath => new(
        "death",
        "A node's death, second by second",
        "Acknowledged events of each second of the trial in which a node was killed. The line marks the moment; the pause is the longest "
        + "time after it "
            + "in which nothing was acknowledged. The verdict says whether anything acknowledged was lost.")
    {
        If = cells => cells.Any(c => c.Trials.Any(t => t.Ingest?.NodeDeath is not null)),
        Kind = ChartKind.Timeline,
        XName = "Second of the trial",
        PerTrial = true,
        By = [new Axis("Trial", c => c.Trials[0].Ingest?.NodeDeath is null ? null : $"{c.Name}, {c.Load.Label}").Each],
        Metric = _ =>
            new("Acknowledged", "Acknowledged events/s", (trial, line) => line with { Points = [.. Acknowledged(trial[0].Trials[0])] }),
        Mark = c => Killed(c.Trials[0].Ingest!.NodeDeath!),
        Table = cells => Table.Of(
            "Deaths of nodes",
            cells.Trials(t => t.Ingest?.NodeDeath is not null)
                .Select(t => (t.Cell, t.Step, Death: t.Step.Ingest!.NodeDeath!,
                    Last: t.Step.Ingest.Trials is [.., var last] ? last : null)),
            [
                new("Store", t => t.Cell.Name), new("Load", t => t.Cell.Load.Label), new("Killed after (s)", t => t.Death.At.TotalSeconds),
                new("What", t => t.Death.What),
                new("Pause (s)", t => t.Death.Pause.TotalSeconds), new("Acknowledged", t => t.Last?.Acknowledged ?? 0),
                new("Failed or unknown", t => t.Last?.Failed ?? 0), new("Lost", t => t.Step.Verdict[FindingKind.Lost]),
                new("Verdict", t => Verdicts.Label(Verdicts.StateOf(t.Step.Verdict))),
            ]),
    };

    // Seconds of such a step are those of its last trial, in which the node died.
    private static IEnumerable<IReadOnlyList<double>?> Acknowledged(StepRecord step)
    {
        var bySecond = step.Seconds.ToLookup(s => s.Second, s => s.Successes);
        var last = step.Seconds.Count == 0 ? -1 : step.Seconds.Max(s => s.Second);
        return Enumerable.Range(0, last + 1).Select(i => bySecond.Contains(i) ? (IReadOnlyList<double>?)[bySecond[i].Sum()] : null);
    }

    private static ChartMark Killed(NodeDeathRecord death)
    {
        var pause = Format.Span(TimeSpan.FromSeconds(Math.Round(death.Pause.TotalSeconds, 1)));
        return new ChartMark(Math.Round(death.At.TotalSeconds, 1), $"a node killed: {pause} without an acknowledgement");
    }

    /// <summary>A run with so many steps that a row for each is too many: one for each store and count.</summary>
    private static TableModel? SummaryOf(IReadOnlyList<Cell> all)
    {
        var cells = all.Where(c => c.Trials[0].Ingest is not null).ToList();
        return cells.Count <= MostRows ? null : Table.Of(
            "Ingest: the best and the worst buffer of each store by count, events a second (median of the warm trials)",
            cells.GroupBy(c => (c.Run, c.Store, Of(c).Remote, Of(c).Count)).Select(g =>
            {
                var best = Chart.Best(g)!;
                var worst = g.OrderBy(c => c.Verdict).ThenBy(c => c.Throughput.Median).First(c => c.Verdict == best.Verdict);
                return (Steps: g.ToList(), Best: best, Worst: worst == best ? null : worst);
            }),
            [
                new("Store", g => g.Best.Name), new("Durability", g => g.Best.Tier), new("Events", g => Of(g.Best).Count),
                new("Best buffer", g => Buffer(Of(g.Best))),
                new("Events/s", g => Rate(g.Best), numeric: true), new("Maximum", g => Maximum(g.Best)), new("Cold", g => Cold(g.Best)),
                new("Worst buffer", g => g.Worst is null ? Format.None : Buffer(Of(g.Worst))),
                new("Events/s", g => g.Worst is null ? Format.None : Rate(g.Worst), numeric: true),
                new("Trials", g => g.Steps.Sum(c => All(c).Count)),
                new("Overflowed", g => g.Steps.Sum(c => Sum(c, t => t.Overflowed))),
                new("Failed", g => g.Steps.Sum(c => Sum(c, t => t.Failed))),
                new("Verdicts", g => string.Join(
                    ", ",
                    g.Steps.GroupBy(c => c.Verdict).OrderByDescending(v => v.Key).Select(v => $"{Format.Count(v.Count())} "
                        + $"{Verdicts.Label(v.Key)}"))),
            ],
            $"{Format.Count(cells.Count)} steps summed up. report.html has each of them, ingest.csv each trial; "
            + "its columns are explained in src/EventSourcingBench.Reporting/README.md.");
    }

    /// <summary>The greatest count only, as in the ranking, and the best buffer of each store; nothing that failed its verdict.</summary>
    private static TableModel Published(IReadOnlyList<Cell> cells)
    {
        (string Kept, string Figure, Func<IngestRecord, bool> Same)[] figures =
        [
            ("embedded", "about 2,000,000 (a million events in about 440 ms)", i => i is { ClusterType: Embedded, Remote: false }),
            ("replicated on three nodes, blocking buffer", "61,031 (median)",
                i => i is { ClusterType: "replicated", Nodes: 3, BufferMode: Blocking }),
            ("replicated on three nodes, non-blocking buffer", "33,333 (median)",
                i => i is { ClusterType: "replicated", Nodes: 3, BufferMode: "non-blocking" }),
        ];
        return Table.Of(
            "Published, and measured here: events a second",
            figures,
            [
                new("Kept", f => f.Kept), new("Published: ChronicleDB on a Raft", f => f.Figure),
                new("Here: best median, its buffer and count", f => Ours([.. cells.Where(c => c.Trials[0].Ingest is { } i && f.Same(i))])),
            ],
            "Another machine, another language, another store: not comparable in absolute terms; compare the order and the ratios.");
    }

    private static string Ours(IReadOnlyList<Cell> cells)
    {
        var passed = cells.Where(c => c.Verdict == VerdictState.Passed && c.Throughput.Median > 0).ToList();
        var texts = passed.Where(c => Of(c).Count == passed.Max(p => Of(p).Count)).GroupBy(c => c.Name)
            .Select(g => g.MaxBy(c => c.Throughput.Median)!)
            .OrderByDescending(c => c.Throughput.Median)
            .Select(c => $"{c.Name} ({c.Tier}) {MedianText(c)}, {Buffer(Of(c))}, {Format.Count(Of(c).Count)} "
                + $"events{(Of(c).Remote ? ", over HTTP" : string.Empty)}")
            .ToList();
        return texts.Count == 0 ? "not measured" : string.Join("; ", texts);
    }

    private static IngestRecord Of(Cell cell) => cell.Trials[0].Ingest!;

    private static IngestTrial? TrialOf(CsvRow row) => row.Part as IngestTrial;

    private static Estimate? Exact(double? value) => value is { } known ? new Estimate(known, null, null) : null;

    private static string Buffer(IngestRecord ingest) => $"{Format.Size(ingest.BufferBytes)} {ingest.BufferMode}";

    private static string NodesText(IngestRecord ingest) => ingest.Nodes == 1 ? "1 node" : $"{Format.Count(ingest.Nodes)} nodes";

    private static string Label(IngestRecord ingest) =>
        $"{Format.Count(ingest.Count)} {(ingest.Count == 1 ? "event" : "events")}, {Buffer(ingest)}"
        + (ingest.Nodes > 1 ? $", {NodesText(ingest)}" : string.Empty) + (ingest.Remote ? ", over HTTP" : string.Empty);

    private static string Cluster(IngestRecord ingest)
    {
        var kept = ingest.ClusterType == Embedded ? Embedded : $"{ingest.ClusterType}, {NodesText(ingest)}";
        return ingest.Remote ? $"remote ({kept})" : kept;
    }

    /// <summary>What the published column says: <c>remote</c> over HTTP, else how the store keeps its events.</summary>
    private static string PublishedCluster(IngestRecord ingest) => ingest.Remote ? "remote" : ingest.ClusterType;

    /// <summary>The store without its number of nodes: each number of nodes is a store, named <c>store (3 nodes)</c>.</summary>
    private static string ProductName(Cell cell) => cell.Name.Replace($" ({NodesText(Of(cell))})", string.Empty, StringComparison.Ordinal);

    private static ChartSeries ProductLine(Cell cell) => Chart.StoreLine(cell) with { Name = ProductName(cell) };

    /// <summary>A store that promises a majority of nodes and has one node only keeps no such promise.</summary>
    private static bool IsAlone(Cell cell) => cell.Tier == Tier.Replicated && cell.Trials[0].Ingest is { Nodes: 1 };

    private static List<IngestTrial> All(Cell cell) => [.. cell.Trials.SelectMany(t => t.Ingest?.Trials ?? [])];

    private static long Sum(Cell cell, Func<IngestTrial, long> value) => All(cell).Sum(value);

    private static double EventBytes(Cell cell) => cell.Trials.Average(t => t.Ingest!.EventBytes);

    /// <summary>The trials that the median is taken of, by rising rate.</summary>
    private static List<IngestTrial> Counted(Cell cell) =>
        [.. cell.Trials.SelectMany(t => Ranked(t.Ingest!)).OrderBy(t => t.EventsPerSecond)];

    private static double? Maximum(Cell cell) => Counted(cell) is [.., var last] ? last.EventsPerSecond : null;

    private static double? Cold(Cell cell) =>
        Estimates.Of(cell.Trials.SelectMany(t => Undisturbed(t.Ingest!)).Where(t => !t.Warm).Select(t => (double?)t.EventsPerSecond),
            1)?.Median;

    /// <summary>Whether the median is of cold trials, because there are no warm ones.</summary>
    private static bool IsCold(Cell cell) => Counted(cell) is [{ Warm: false }, ..];

    private static double? Seconds(Cell cell) => cell.Throughput.Median > 0 ? 1e6 / cell.Throughput.Median : null;

    private static string MedianText(Cell cell) => Format.Number(cell.Throughput.Median);

    private static string Rate(Cell cell) =>
        Format.WithInterval(Counted(cell).Count == 0 ? null : cell.Throughput) + (IsCold(cell) ? " (cold)" : string.Empty);

    private static double? FailedShare(Cell cell) =>
        Sum(cell, t => t.Acknowledged + t.Overflowed + t.Failed) is > 0 and var offered ? (double)Sum(cell, t => t.Failed) / offered : null;

    private static string Share(Cell cell, Func<IngestTrial, long> value)
    {
        var (events, offered) = (Sum(cell, value), All(cell).Count * (double)Of(cell).Count);
        return events == 0 || offered <= 0 ? "0" : $"{Format.Count(events)} ({Format.Percent(events / offered)})";
    }

    /// <summary>Least value, first quartile, median, third quartile, greatest value of the counted trials; null without one.</summary>
    private static double[]? BoxOf(Cell cell)
    {
        double[] sorted = [.. Counted(cell).Select(t => t.EventsPerSecond)];
        return sorted.Length == 0
            ? null : [.. Quantiles.Select(q => SortedArrayStatistics.QuantileCustom(sorted, q, QuantileDefinition.R7))];
    }

    /// <summary>The trials that stand for a step: the warm ones, or where there are none the cold ones; not that in which a node was
    /// killed.</summary>
    private static IReadOnlyList<IngestTrial> Ranked(IngestRecord record)
    {
        var undisturbed = Undisturbed(record);
        var warm = undisturbed.Where(t => t.Warm).ToList();
        return warm.Count > 0 ? warm : undisturbed;
    }

    /// <summary>A node dies in the last trial. Where that is the only one, it is all there is.</summary>
    private static IReadOnlyList<IngestTrial> Undisturbed(IngestRecord record) =>
        record.NodeDeath is null || record.Trials.Count < 2 ? record.Trials : [.. record.Trials.SkipLast(1)];
}
