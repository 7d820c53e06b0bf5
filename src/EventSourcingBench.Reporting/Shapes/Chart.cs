namespace EventSourcingBench.Reporting.Shapes;

/// <summary>A chart of steps: what is drawn over what, and what the reader may choose. <c>Id</c>: unique among the charts of a suite.
/// <c>Table</c>: the same numbers. <c>X</c>: the horizontal axis of a chart with categories. <c>XName</c>: default: that of <c>X</c>.
/// <c>Rows</c>: the vertical axis of a heat map. <c>Metric</c>: what is drawn; default: what the choices say. <c>Step</c>: seconds for each
/// value of a timeline. <c>Marks</c>: the moments that are marked in the lines of a step; null for none. <c>By</c>: what the reader
/// chooses, in the order of the choices; one that is null is none. <c>Line</c>: the line that a step belongs to; lines of one name
/// are one; default: that of its store.</summary>
internal sealed record Chart(
    string Id, string Title, string Description, IReadOnlyList<Cell> Cells, TableModel Table, ChartKind Kind = ChartKind.Category,
    Axis? X = null, string? XName = null, Axis? Rows = null, Func<IReadOnlyList<int>, Metric>? Metric = null, bool Logarithmic = false,
    int Step = 1, TableModel? Fits = null, Func<Cell, IEnumerable<ChartMark>>? Marks = null, IReadOnlyList<Choice?>? By = null,
    Func<Cell, ChartSeries>? Line = null)
{
    public static ChartSeries StoreLine(Cell cell) => new(cell.Name, cell.Color, cell.Dashed, []);

    public static IReadOnlyList<Cell> PerTrial(IEnumerable<Cell> cells) =>
        [.. cells.SelectMany(c => c.Trials.Select(t => c with { Trials = [t] }))];

    public ChartModel Build(string prefix)
    {
        List<Choice> choices = [.. (By ?? []).OfType<Choice>()];
        var places = X?.Values(Cells) ?? [];
        IEnumerable<int[]> views = [[]];
        foreach (var choice in choices)
            views = views.SelectMany(at => Enumerable.Range(0, choice.Options.Count).Select(option => (int[])[.. at, option]));

        return new ChartModel(
            $"{prefix}-{Id}", Title, Description, Kind, XName ?? X?.Name ?? string.Empty,
            [.. choices.Select(c => new ChartSelector(c.Name, [.. c.Options.Select(o => o.Label)], c.Selected))],
            views.ToDictionary(at => string.Join('/', at), at => View(places, at, [.. at.Select((o, i) => choices[i].Options[o])])),
            // A bar begins at 0, which a logarithmic axis does not have.
            Table, places, Rows?.Name, Rows?.Values(Cells), Step, Logarithmic && !(Kind == ChartKind.Category && places.Count == 1), Fits);
    }

    private ChartView View(IReadOnlyList<string> places, IReadOnlyList<int> at, List<Option> options)
    {
        var metric = Metric?.Invoke(at) ?? options.Select(o => o.Metric).OfType<Metric>().First();
        var line = options.Select(o => o.Line).OfType<Func<Cell, ChartSeries>>().FirstOrDefault() ?? Line ?? StoreLine;
        var chosen = Cells.Where(c => options.TrueForAll(o => o.Has?.Invoke(c) != false)).ToList();
        return new ChartView(metric.Unit,
            [
                .. chosen.GroupBy(c => line(c).Name, StringComparer.Ordinal)
                    .SelectMany(g => metric.Draw is { } draw ? draw([.. g], line(g.First())) : [line(g.First()) with
                    {
                        Points = [.. places.Select(p => Best(g.Where(c => X!.Of(c) == p)) is { } best ? metric.Point(best) : null)],
                    }]),
            ], Marks is null ? null : [.. chosen.SelectMany(Marks)]);
    }

    /// <summary>That with the greatest throughput, of those whose verdict passed if there are any; null of none.</summary>
    public static Cell? Best(IEnumerable<Cell> cells) =>
        cells.OrderBy(c => c.Verdict).ThenByDescending(c => c.Throughput.Median).FirstOrDefault();
}
