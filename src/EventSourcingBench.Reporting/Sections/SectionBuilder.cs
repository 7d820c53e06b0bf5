namespace EventSourcingBench.Reporting.Sections;

internal static class SectionBuilder
{
    public static IReadOnlyList<Drawn> Of(SuiteDefinition suite) =>
    [
        .. suite.Report.Sections
            .SelectMany(s =>
                s is AnalysisSection named && RequestReport.Common.Sections.TryGetValue(named.Name, out var group) ? group : [s])
            .Select(s => Of(suite, s)),
    ];

    private static Drawn Of(SuiteDefinition suite, ReportSection section)
    {
        var drawn = section switch
        {
            TableSection table => Place(table, cells => Table(suite, table, cells)),
            PublishedSection published => Place(published, cells => Published(suite, published, cells)),
            ChartSection chart => new Drawn(Charts: cells =>
                chart.Several is not { } axis || suite.AxisOf(axis).Values(cells).Count > 1 ? [ChartOf(suite, chart, cells)] : []),
            AnalysisSection analysis => Analyses.Of(suite, analysis),
            _ => throw new FormatException($"This version knows no section of the type {section.GetType().Name}."),
        };
        return drawn with
        {
            IsShown = cells =>
                (section.When is not { } when || Has(cells, when)) && (section.Unless is not { } unless || !Has(cells, unless)),
        };

        bool Has(IReadOnlyList<Cell> cells, string name) =>
            cells.Any(c => c.Trials.Any(t => new RowValues(suite, c, t).Value(name) is not null));
    }

    private static Drawn Place(ReportSection section, Func<IReadOnlyList<Cell>, TableModel> table) => section.Place == ReportPlace.Finding
        ? new Drawn(Findings: (cells, _) => [table(cells)]) : new Drawn(Tables: cells => [table(cells)]);

    private static TableModel Table(SuiteDefinition suite, TableSection table, IReadOnlyList<Cell> given)
    {
        var cells = Sorted(suite, table.OrderBy, Best(suite, table.BestOf, given));
        if (table.Over is { } over)
        {
            // A row for each group of steps; of several steps of a group at a place the best.
            var (heads, axis) = (Columns(suite, table.Columns), suite.AxisOf(over));
            return TableRows.Of(table.Title, cells.GroupBy(c => string.Join('\n', heads.Select(h => h.Text(c)))).Select(g => g.ToList()),
                [
                    .. heads.Select(h => new Column<List<Cell>>(h.Head.Header, g => h.Text(g[0]), h.Head.Numeric)),
                    .. axis.Values(cells).Select(v => new Column<List<Cell>>(v, g => Chart.Best(g.Where(c => axis.Of(c) == v)) is { } best
                        ? new RowValues(suite, best).Text(table.Cell!) : Format.None, numeric: true)),
                ], table.Note);
        }

        var rows = table.Times.Count > 0 ? cells.SelectMany(c => table.Times.Where(c.Times.ContainsKey)
                .Select(t => new RowValues(suite, c) { Time = t }))
            : table.Rows == ReportRows.Steps ? cells.Select(c => new RowValues(suite, c))
            : cells.SelectMany(c => c.Trials.Select(t => new RowValues(suite, c, t)));
        return TableRows.Of(table.Title,
            rows.Select(r => r with { Operation = table.Operation }).Where(r => table.Has is null || r.Value(table.Has) is not null),
            [.. table.Columns.Select(c => new Column<RowValues>(Head(c), r => r.Text(c)))], table.Note);
    }

    public static IReadOnlyList<Column<Cell>> Columns(SuiteDefinition suite, IReadOnlyList<ReportColumn> columns) =>
        [.. columns.Select(c => new Column<Cell>(Head(c), cell => new RowValues(suite, cell).Text(c)))];

    private static TableColumn Head(ReportColumn column) => new(column.Title, column.Format != ReportFormat.Text, column.Meaning);

    private static IReadOnlyList<Cell> Sorted(SuiteDefinition suite, IReadOnlyList<string> axes, IReadOnlyList<Cell> cells) =>
        axes.Count == 0 ? cells :
        [
            .. cells.Where(c => axes.All(a => suite.AxisOf(a).Of(c) is not null))
                .OrderBy(c => new RowSort(axes.Select(a => suite.AxisOf(a).Order(c)))),
        ];

    private static IReadOnlyList<Cell> Best(SuiteDefinition suite, IReadOnlyList<string> axes, IReadOnlyList<Cell> cells) =>
        axes.Count == 0 ? cells :
        [
            .. cells.GroupBy(c => string.Join('\n', axes.Select(a => suite.AxisOf(a).Of(c)).Prepend(c.Name)))
                .Select(g => Chart.Best(g)!).OrderByDescending(c => c.Throughput.Median),
        ];

    private static TableModel Published(SuiteDefinition suite, PublishedSection published, IReadOnlyList<Cell> cells) => TableRows.Of(
        published.Title, published.Rows,
        [
            .. published.Columns.Select((title, i) => new Column<PublishedRow>(
                new TableColumn(
                    title, published.Rows.All(r => i < r.Texts.Count && r.Texts[i].Length > 0 && char.IsAsciiDigit(r.Texts[i][0]))),
                r => i < r.Texts.Count ? r.Texts[i] : Ours(suite, published, r, cells))),
        ], published.Note);

    /// <summary>The greatest value of the axis only, as in the ranking, and the best step of each store; nothing that failed.</summary>
    private static string Ours(SuiteDefinition suite, PublishedSection published, PublishedRow row, IReadOnlyList<Cell> cells)
    {
        var axis = suite.AxisOf(published.Greatest!);
        var passed = cells.Where(c => c is { Verdict: VerdictState.Passed, Throughput.Median: > 0 }
            && row.Same.All(s => new RowValues(suite, c).Text(new ReportColumn(s.Key, s.Key, ReportFormat.Text)) == s.Value)).ToList();
        var texts = passed.Where(c => axis.Order(c).Equals(passed.Max(axis.Order))).GroupBy(c => c.Name)
            .Select(g => g.MaxBy(c => c.Throughput.Median)!).OrderByDescending(c => c.Throughput.Median)
            .Select(c => new RowValues(suite, c).Filled(published.Ours)).OfType<string>().ToList();
        return texts.Count == 0 ? "not measured" : string.Join("; ", texts);
    }

    private static Chart ChartOf(SuiteDefinition suite, ChartSection section, IReadOnlyList<Cell> given)
    {
        var (open, cells) = (RequestReport.IsOpen(given), Sorted(suite, section.OrderBy, given));
        var kind = section.Drawing switch
        {
            ReportDrawing.Boxes => ChartKind.Box,
            ReportDrawing.Heat => ChartKind.Heatmap,
            ReportDrawing.Seconds => ChartKind.Timeline,
            ReportDrawing.Distribution => ChartKind.Distribution,
            ReportDrawing.Stack => ChartKind.Stack,
            _ => ChartKind.Category,
        };
        var x = kind is ChartKind.Timeline or ChartKind.Distribution ? null
            : section.X is { } name ? suite.AxisOf(name) : RequestReport.Sizes(open);
        string[] times = section.Drawing is ReportDrawing.Percentiles or ReportDrawing.Distribution
            ? [.. section.Metrics.Where(m => (open || m != Latency.OfService) && given.Any(c => c.Times.ContainsKey(m)))] : [];
        var named = times.Length > 0 ? [] : section.Metrics.Select(m => suite.Metric(m, RequestReport.Common.Metrics)).ToList();
        var step = TimelineChart.StepOf(given, named);
        var metrics = kind == ChartKind.Stack ? Stacks(named, x!, given) : named.ConvertAll(m => Drawing(suite, section, m, given, step));
        var table = section.Table with
        {
            Title = RequestReport.Say(section.Table.Title, given),
            Times = times,
            Columns = kind == ChartKind.Distribution ? RequestReport.Common.Distribution
                : section.Table.Columns is { Count: > 0 } columns ? columns : RequestReport.Common.Percentiles,
        };
        var line = Line(suite, section.Line, given);
        var drawn = kind == ChartKind.Timeline ? Chart.PerTrial(cells) : cells;
        var chart = new Chart(
            section.Id, RequestReport.Say(section.Title, open), RequestReport.Say(section.Text, given), drawn, Table(suite, table, cells),
            kind, x, XName: x is null ? "Second of the trial" : null, Rows: section.Y is { } y ? suite.AxisOf(y) : null,
            Metric: metrics.Count == 1 ? _ => metrics[0] : null, Logarithmic: section.Logarithmic, Step: step,
            Marks: section.Mark is { } mark ? c => MarkOf(new RowValues(suite, c, c.Trials[0]), mark) : null,
            By:
            [
                .. metrics.Count > 1 ? (Choice?[])[Choice.Of(metrics)] : [],
                .. section.Choices.Select(c => ChoiceOf(suite, c, given, drawn)),
            ],
            Line: kind == ChartKind.Heatmap ? c => line(c) with { Color = 0 } : kind == ChartKind.Stack ? _ => new("", 0, false, [])
                : line);
        return times.Length > 0 ? TimesChart.Of(chart, times) : chart;
    }

    // One, or a list of them.
    private static IEnumerable<ChartMark> MarkOf(RowValues row, ReportMark mark) =>
        (row.Number(mark.At) is { } one ? [one] : row.Numbers(mark.At))
            .Select(at => new ChartMark(Math.Round(at, 1), row.Filled(mark.Text) ?? string.Empty));

    // A bar for each place and unit: its parts are the lines.
    private static List<Metric> Stacks(List<Metric> parts, Axis x, IReadOnlyList<Cell> all) =>
    [
        .. parts.GroupBy(p => p.Unit).Select(bar => new Metric(bar.Key, bar.Key, (Func<Cell, Estimate?>)(_ => null))
        {
            Draw = (cells, line) => bar.Index().Select(part => line with
            {
                Name = part.Item.Name,
                Color = part.Index,
                Points = [.. x.Values(all).Select(p =>
                    Chart.Best(cells.Where(c => x.Of(c) == p)) is { } best ? part.Item.Point(best) : null)],
            }),
        }),
    ];

    private static Metric Drawing(SuiteDefinition suite, ChartSection chart, Metric metric, IReadOnlyList<Cell> cells, int step) =>
        chart.Drawing switch
        {
            ReportDrawing.Boxes => metric with { Point = c => new RowValues(suite, c).Box()?.Select(ChartPoint.Number).ToList() },
            ReportDrawing.Seconds => TimelineChart.Seconds(metric, cells, step),
            ReportDrawing.Heat => (metric with { Of = c => metric.Of(c) is { Median: > 0 } value ? value : null })
                .Squares(suite.AxisOf(chart.X!), suite.AxisOf(chart.Y!), cells),
            _ => metric,
        };

    private static Choice? ChoiceOf(SuiteDefinition suite, ReportChoice choice, IReadOnlyList<Cell> cells, IReadOnlyList<Cell> drawn)
    {
        // Suites name the axis whose values are chosen apart.
        var axis = choice.Axis != "apart" ? suite.AxisOf(choice.Axis) : suite.Apart;
        return choice.Or is { } or ? new Choice("Lines", Lines(suite, choice.Axis, or, cells))
            : axis?.Chosen(drawn, choice.Pick, choice.IfSeveral);
    }

    /// <summary>A value of one axis and the lines of the other, either way round where both have several.</summary>
    private static List<Option> Lines(SuiteDefinition suite, string one, string other, IReadOnlyList<Cell> cells)
    {
        var (axis, lines) = (suite.AxisOf(one), suite.AxisOf(other));
        var (ofAxis, ofLines) = (Fixed(axis, other, lines), Fixed(lines, one, axis));
        return ofLines.Count == 1 ? ofLines : ofAxis.Count == 1 ? ofAxis : [.. ofAxis, .. ofLines];

        List<Option> Fixed(Axis at, string key, Axis drawn) =>
        [
            .. at.Values(cells).Select(value => new Option(
                $"{value}: by {Format.Small(drawn.Name)}", Line: Line(suite, key, cells), Has: c => at.Of(c) == value)),
        ];
    }

    /// <summary>The lines of an axis: named by its values, with the nodes where they differ, each in a colour.</summary>
    public static Func<Cell, ChartSeries> Line(SuiteDefinition suite, string? name, IReadOnlyList<Cell> cells)
    {
        if (name is null or "product")
            return c => name is null ? Chart.StoreLine(c) : Chart.StoreLine(c) with { Name = Axis.Product(c) };

        var (axis, nodes) = (suite.AxisOf(name), suite.Axes.GetValueOrDefault("nodes"));
        var several = nodes?.Values(cells) is { Count: > 1 } all ? all : null;
        List<string> names = [.. suite.Apart?.Values(cells) ?? [], .. axis.Values(cells)];
        return cell =>
        {
            var of = nodes?.Of(cell);
            var line = axis.Of(cell) + (several is null ? string.Empty : $", {of} node{(of == "1" ? string.Empty : "s")}");
            return new ChartSeries(
                line + cell.Name[cell.Store.Length..], names.IndexOf(axis.Of(cell)!), cell.Dashed || of is not (null or "1"), []);
        };
    }
}

/// <summary>What a section comes to: the charts of the steps of one model of load, what is read before the charts, the tables between the
/// parameters and the outcomes, and what stands in <c>report.md</c> in place of longer tables of the same. <c>IsShown</c>: whether these
/// steps have it; default: all.</summary>
internal sealed record Drawn(
    Func<IReadOnlyList<Cell>, IEnumerable<Chart>>? Charts = null,
    Func<IReadOnlyList<Cell>, IReadOnlyList<RunFolder>, IEnumerable<TableModel>>? Findings = null,
    Func<IReadOnlyList<Cell>, IEnumerable<TableModel>>? Tables = null, Func<IReadOnlyList<Cell>, TableModel?>? Summary = null,
    Func<IReadOnlyList<Cell>, bool>? IsShown = null);
