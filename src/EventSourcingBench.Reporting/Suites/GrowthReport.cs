using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The report of <c>growth</c>: each measure over the events in the store, with the fitted curve.</summary>
internal static class GrowthReport
{
    private const string BackgroundOperation = "background append";
    private const double Mebibyte = 1024 * 1024;

    public static readonly SampleMeasure Append = Sampled("Append, median", "ms", (_, _, s) => s.Append.TotalMilliseconds);

    public static readonly SampleMeasure WriteAmplification = Sampled("Write amplification", string.Empty, (record, before, s) =>
    {
        // Written while the store was filled: a background load that went on at the sample is not in it.
        var data = Math.Min(s.Events - (before?.Events ?? 0), record.SampleEvery) * record.EventBytes;
        return before is { WrittenBytes: null } || !(data > 0) ? null : (s.WrittenBytes - (before?.WrittenBytes ?? 0)) / data;
    });

    private static readonly (string Id, string Title, string Description, SampleMeasure[] Measures)[] Groups =
    [
        ("append", "Appending by events in the store", "Time of a single append. Less is better.",
            [Append, Sampled("Append, p99", "ms", (_, _, s) => s.AppendP99.TotalMilliseconds)]),
        ("read", "Reading by events in the store",
            "Median time to read a stream of 10 events that was written early, and the last 1,000 events of a long stream. Less is better.",
            [Sampled("Read of 10 events", "ms", (_, _, s) => s.ShortRead.TotalMilliseconds),
                Sampled("Read of 1,000 events", "ms", (_, _, s) => s.LongRead.TotalMilliseconds)]),
        ("rate", "Filling and catching up by events in the store",
            "Events a second by bulk appends since the sample before, and events a second that a subscription delivers from a checkpoint "
            + "to the end. "
            + "Greater is better. Curves are fitted to the seconds that a million events take.",
            [Sampled("Filling", "events/s", (_, _, s) => s.FillRate, isRate: true),
                Sampled("Catching up", "events/s", (_, _, s) => s.CatchUpRate, isRate: true)]),
        ("delay", "Projection delay by events in the store",
            "Median time from the sending of an event to its row in the read model. Less is better.",
            [Sampled("Projection delay, median", "ms", (_, _, s) => s.ProjectionDelay?.TotalMilliseconds)]),
        ("disk", "Disk by events in the store",
            "Bytes of the events with their indexes, for each event; and bytes written to files for each byte of event data since the "
            + "sample before. "
            + "Less is better.",
            [Sampled("Size of an event", "bytes", (_, _, s) => s.Events > 0 ? (double?)s.DataBytes / s.Events : null), WriteAmplification]),
        ("footprint", "Memory by events in the store", "Memory of the process with the store's client and of the server's processes. Less "
            + "is better.",
            [Sampled("Memory of the client", "MiB", (_, _, s) => s.ClientMemory / Mebibyte),
                Sampled("Memory of the server", "MiB", (_, _, s) => s.ServerMemory / Mebibyte)]),
        ("open", "Opening by events in the store",
            "Time to close the store's client and open it on the data that is there, until it answers a read. Less is better.",
            [Sampled("Opening", "ms", (_, _, s) => s.Open?.TotalMilliseconds)]),
    ];

    public static SuiteReport Report { get; } = new()
    {
        LoadOf = s => new Load(s.Copies, s.Rate, s.Ramp, s.Preload) { Name = s.Growth is null ? null : "growing" },
        OneTrial = _ => "Each store grew once, so no interval can be given. Run it again and draw both runs in one report before small "
            + "differences are believed.",
        IsCompared = false,
        Rankings = [Ranking],
        Charts = cells => Groups.Select((group, i) => (group, lines: group.Measures.SelectMany(m => SampleLine.Of(cells, m)).ToList()))
            .Where(g => g.lines.Count > 0)
            .Select((g, i) => FittedChart.Of(g.group.Id, g.group.Title, g.group.Description, g.lines, isFirst: i == 0)),
        Findings = (cells, _) => [Recovery(cells), Background(cells)],
        Tables = cells => [Change(cells)],
        Parts = s => s.Growth?.Samples ?? [],
        Columns =
        [
            new("events_in_store", r => Sample(r)?.Events),
            new("data_bytes_per_event", r => r.Step.Growth?.EventBytes),
            new("fill_per_second", r => Sample(r)?.FillRate),
            new("append_p50_ms", r => Sample(r)?.Append.TotalMilliseconds),
            new("append_p99_ms", r => Sample(r)?.AppendP99.TotalMilliseconds),
            new("read_10_p50_ms", r => Sample(r)?.ShortRead.TotalMilliseconds),
            new("read_1000_p50_ms", r => Sample(r)?.LongRead.TotalMilliseconds),
            new("catch_up_per_second", r => Sample(r)?.CatchUpRate),
            new("projection_delay_p50_ms", r => Sample(r)?.ProjectionDelay?.TotalMilliseconds),
            new("background_per_second", r => r.Step.Growth?.Background),
            new("background_acknowledged_per_second", r => Sample(r)?.BackgroundRate),
            new("data_bytes", r => Sample(r)?.DataBytes),
            new("written_bytes", r => Sample(r)?.WrittenBytes),
            new("client_memory_bytes", r => Sample(r)?.ClientMemory),
            new("server_memory_bytes", r => Sample(r)?.ServerMemory),
            new("open_ms", r => Sample(r)?.Open?.TotalMilliseconds),
            new("rebuild_seconds", r => r.Step.Growth?.Rebuild?.TotalSeconds),
            new("restart_seconds", r => r.Step.Growth?.Restart?.TotalSeconds),
        ],
        Terms =
        [
            (
                "Fitted curves",
                """
                Constant <i>a</i>,
                logarithmic <i>a + b ln x</i> and linear <i>a + b x</i> by least squares of the values; power law <i>a x<sup>b</sup></i>
                by least squares of their logarithms. The one with the least AICc is drawn (Akaike's criterion with the correction for
                small samples of
                Hurvich and Tsai, 1989; Burnham and Anderson,
                2002); that of the power law is corrected for the logarithm, so that all four speak of the
                same values. The interval at a size that was not measured is the 95% prediction interval of that curve, by Student's t: it
                holds a single
                new value if the curve is the right one. Samples of one growing store are not independent of each other,
                    so it is the least doubt that
                there is. Where a curve falls below 0 it has ceased to hold before.
                """),
        ],
    };

    private static IEnumerable<SampleMeasure> Measures => Groups.SelectMany(g => g.Measures);

    private static RankingRule Ranking => new("append when full")
    {
        May = c => SampleLine.Of(c, Append) is not null,
        Missing = _ => "no sample was taken",
        At = candidates =>
        {
            // The greatest size that the most stores were sampled at.
            var lines = candidates.ToDictionary(c => c, c => SampleLine.Of(c, Append)!);
            var events = lines.Values.SelectMany(l => l.Points.Select(p => p.Events)).Distinct()
                .OrderByDescending(e => lines.Values.Count(l => l.Near(e) is not null)).ThenByDescending(e => e).First();
            var ranked = candidates.Where(c => lines[c].Near(events) is not null).ToList();
            return new RankingPlace(
                $"Ranked by the median time of an append with {Format.Count(events)} events in the store, the most that the most stores "
                + "reached; "
                + "less is better. Behind each number: how many times the store's first sample it is.")
            {
                Has = c => lines[c].Near(events) is not null,
                Lacks = $"no sample with {Format.Count(events)} events in the store, where the others are compared",
                Measured = c => lines[c].Near(events)!.Value,
                Order = c => lines[c].Near(events)!.Value.Median,
                Best = _ => "appended fastest",
                Only = _ => "appended in",
                Figure = c => $"{Format.Duration(lines[c].Near(events)!.Value.Median)} at the median",
                Condition = _ => $" with {Format.Count(events)} events in the store",
                Columns =
                [
                    FailedColumn.OfRequests,
                    .. Measures.Where(m => m == Append || ranked.Exists(c => SampleLine.Of(c, m)?.Near(events) is not null))
                        .Select(m => new Column<Cell>(m.Label, c => AgainstFirst(SampleLine.Of(c, m), events), numeric: true)),
                ],
            };
        },
    };

    private static string AgainstFirst(SampleLine? line, long events)
    {
        if (line?.Near(events) is not { } value)
        {
            return Format.None;
        }

        var first = line.Points[0];
        return Format.Number(value.Median) + (first.Events < events && first.Value.Median > 0
            ? $" (× {Format.Number(value.Median / first.Value.Median)})" : string.Empty);
    }

    private static SampleMeasure Sampled(
        string name, string unit, Func<GrowthRecord, GrowthSample?, GrowthSample, double?> of, bool isRate = false) => new(
            name,
            unit,
            step => step.Growth is { } record
                ? record.Samples.Select((s, i) => (s.Events, of(record, i == 0 ? null : record.Samples[i - 1], s)))
                : [])
        { IsRate = isRate };

    private static GrowthSample? Sample(CsvRow row) => row.Part as GrowthSample;

    /// <summary>How long it takes to be there again.</summary>
    private static TableModel Recovery(IReadOnlyList<Cell> cells) => Table.Of(
        "Rebuilding the projection and restarting, with all events in the store",
        cells.Trials(t => t.Growth is { Samples.Count: > 0 })
            .Select(t => (t.Cell, t.Step, Growth: t.Step.Growth!, t.Step.Growth!.Samples[^1].Events)),
        [
            new("Store", t => t.Cell.Name), new("Events", t => t.Events),
            new("Rebuild of the projection (s)", t => t.Growth.Rebuild?.TotalSeconds),
            new("Events/s of it", t => t.Growth.Rebuild is { Ticks: > 0 } rebuild ? t.Events / rebuild.TotalSeconds : null),
            new("Restart (s)", t => t.Growth.Restart?.TotalSeconds),
            new("Verdict", t => Verdicts.Label(Verdicts.StateOf(t.Step.Verdict)) + (t.Step.Interrupted ? ", interrupted" : string.Empty)),
        ],
        "Rebuild: the read model is built again from all events. Restart: an embedded store is closed and opened again until it answers a "
        + "read; "
        + "servers are not restarted.");

    /// <summary>What went on beside the samples.</summary>
    private static TableModel Background(IReadOnlyList<Cell> cells) => Table.Of(
        "The background load while samples were taken",
        cells.Trials(t => t.Growth is { Background: not null, Samples.Count: > 0 }).Select(t =>
        {
            var operations = t.Step.Operations.Where(o => o.Operation == BackgroundOperation).ToList();
            return (
                t.Cell,
                Growth: t.Step.Growth!,
                Reached: t.Step.Growth!.Samples.Select(s => s.BackgroundRate).OfType<double>().Order().ToList(),
                Totals: LoadTotals.Of(operations),
                Times: ResponseTimes.Of(operations));
        }),
        [
            new("Store", t => t.Cell.Name), new("Asked for (appends/s)", t => t.Growth.Background),
            new("Acknowledged (/s), median", t => Estimates.Of(t.Reached.Select(r => (double?)r), 1)?.Median),
            new("Least", t => t.Reached.Count == 0 ? null : t.Reached[0]), new("Appends", t => t.Totals.Successes),
            new("Failed", t => t.Totals.Failed),
            new("Response time p50 (ms)", t => Format.Milliseconds(t.Times.Count == 0 ? null : t.Times.Percentile(50)), numeric: true),
            new("p99 (ms)", t => Format.Milliseconds(t.Times.Count == 0 ? null : t.Times.Percentile(99)), numeric: true),
        ],
        "Single appends, each sent when it was due whatever the store did, while appends, reads, catch-up and projection were measured; "
        + "not while the "
        + "store was filled or opened. Response times count from when an append was due. What was still waiting to be sent when a sample "
        + "was complete "
        + "was not sent.");

    /// <summary>First against last sample.</summary>
    private static TableModel Change(IReadOnlyList<Cell> cells) => Table.Of(
        "What growth changed: the last sample against the first",
        cells.SelectMany(c => Measures.Select(m => SampleLine.Of(c, m))).OfType<SampleLine>().Where(l => l.Points.Count > 1)
            .Select(l => (l.Cell, l.Measure, First: l.Points[0], Last: l.Points[^1])),
        [
            new("Store", l => l.Cell.Name), new("Measure", l => l.Measure.Label), new("From", l => l.First.Events),
            new("To", l => l.Last.Events),
            new("First", l => l.First.Value.Median), new("Last", l => l.Last.Value.Median),
            new("Last over first", l => l.First.Value.Median > 0 ? l.Last.Value.Median / l.First.Value.Median : null),
        ]);
}
