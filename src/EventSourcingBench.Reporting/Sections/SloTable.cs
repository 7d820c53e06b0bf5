namespace EventSourcingBench.Reporting.Sections;

/// <summary>The highest rates that kept a bound on response times, and every rate that was tried on the way.</summary>
internal static class SloTable
{
    /// <summary>A step with several nodes is compared with its counterpart with one, where there is one.</summary>
    public static TableModel Highest(IReadOnlyList<Cell> cells, Func<Cell, StepRecord?> counterpart)
    {
        var found = cells.Searches().OrderByDescending(f => f.Search.Rate ?? 0).ToList();
        var best = found.Select(f => f.Search.Rate).FirstOrDefault() ?? 0;
        return TableRows.Of("Highest rate within the bound", found,
            [
                new("Store", f => f.Cell.Name), new("Bound", f => f.Search.Slo.ToString()),
                new("Highest rate (/s)", f => f.Search.Rate is { } rate ? Format.Number(rate) : "none held", numeric: true),
                new("Runs that held", f => f.Search.Confirmations), new("Broken from (/s)", f => f.Search.Broken),
                new("Of the best", f => f.Search.Rate is { } rate && best > 0
                    ? FormattableString.Invariant($"{100 * rate / best:0}%") : Format.None, numeric: true),
                new("Against one node", f => f.Search.Broken is not null
                    && counterpart(f.Cell)?.SloSearch is { Rate: > 0 and var least, Broken: not null }
                    ? Format.Times(f.Search.Rate / least) : Format.None, numeric: true),
                new("Response there (ms)", f => Format.Median(Response(f.Search.Slowest)), numeric: true),
                new("Runs", f => f.Search.Probes.Count), new("Monotone", f => f.Search.IsNotMonotone ? "no" : "yes"),
            ]);
    }

    public static TableModel Probes(IReadOnlyList<Cell> cells) => TableRows.Of("Rates that were tried in the search", Tried(cells),
        [
            new("Store", p => p.Cell.Name), new("Rate (/s)", p => p.Probe.Rate),
            new("Response at the percentile (ms)", p => Format.Median(Response(p.Probe)), numeric: true),
            new("Successes/s", p => p.Probe.Throughput), new("Held", p => p.Probe.Held ? "yes" : "no"),
        ]);

    public static Chart Chart(
        IReadOnlyList<Cell> given, Func<Cell, ChartSeries> line, IReadOnlyList<Axis> by, IReadOnlyList<Column<Cell>> columns,
        IReadOnlyList<Axis> order)
    {
        IReadOnlyList<Cell> cells = [.. given.OrderBy(c => new RowSort(order.Select(a => a.Order(c))))];
        var said = RequestReport.Common.Analyses["tried rates"];
        return new Chart("probes", said.Title, RequestReport.Say(said.Text, open: false), cells,
            TableRows.Of(said.Title, Tried(cells),
                [
                    .. columns.Select(c => new Column<(Cell Cell, SloProbe Probe)>(c.Head, p => c.Text(p.Cell))),
                    new("Rate (/s)", p => p.Probe.Rate), new("Response (ms)", p => Format.Median(Response(p.Probe)), numeric: true),
                    new("Held", p => p.Probe.Held ? "yes" : "no"),
                ]),
            ChartKind.Curve, XName: RequestReport.Sizes(RequestReport.IsOpen(cells)).Name, Logarithmic: true,
            Metric: _ => new("Response time", "Response time at the bound's percentile (ms)", (steps, series) => series with
            {
                Points =
                [
                    .. from p in Tried(steps).OrderBy(p => p.Probe.Rate)
                       let response = Response(p.Probe)
                       where response is not null
                       select (IReadOnlyList<double>)[ChartPoint.Number(p.Probe.Rate), .. ChartPoint.Of(response)!],
                ],
            }), By: [.. by.Select(a => a.Chosen(cells))], Line: line);
    }

    /// <summary>Milliseconds at the bound's percentile; null where no request was recorded.</summary>
    public static Estimate? Response(SloProbe? probe) =>
        probe?.Response is { } response ? new ResponseTime(response, probe.ResponseIsLowerBound).Milliseconds : null;

    /// <summary>Where the verdict did not pass, the search has no highest rate.</summary>
    public static IEnumerable<(Cell Cell, Trial Trial, SloSearchRecord Search)> Searches(this IEnumerable<Cell> cells) =>
        cells.Trials(t => t.SloSearch is not null)
            .Select(t => (t.Cell, t, t.Step.Verdict.Passed ? t.Step.SloSearch! : t.Step.SloSearch! with { Rate = null }));

    private static IEnumerable<(Cell Cell, SloProbe Probe)> Tried(IReadOnlyList<Cell> cells) =>
        cells.Searches().SelectMany(s => s.Search.Probes.OrderBy(p => p.Rate).Select(p => (s.Cell, Probe: p)));
}
