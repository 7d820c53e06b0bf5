namespace EventSourcingBench.Reporting.Shapes;

/// <summary>A chart as a suite describes it: what is drawn over what, and what the reader may choose. <c>Id</c>: unique among the charts of
/// a suite.</summary>
internal sealed record Chart(string Id, string Title, string Description)
{
    public ChartKind Kind { get; init; }

    /// <summary>The horizontal axis of a chart with categories; null in others.</summary>
    public Axis? X { get; init; }

    /// <summary>The name of the horizontal axis. Default: that of <see cref="X"/>.</summary>
    public string? XName { get; init; }

    /// <summary>The vertical axis of a heat map; null in others.</summary>
    public Axis? Rows { get; init; }

    /// <summary>What the reader chooses, in the order of the choices.</summary>
    public IReadOnlyList<By> By { get; init; } = [];

    /// <summary>What is drawn. Default: what the choices say.</summary>
    public Func<IReadOnlyList<int>, Metric>? Metric { get; init; }

    /// <summary>The line that a step belongs to; lines of one name are one. Default: that of its store.</summary>
    public Func<Cell, ChartSeries> Line { get; init; } = StoreLine;

    /// <summary>Which steps are drawn, in which order. Default: all as they come.</summary>
    public Func<IReadOnlyList<Cell>, IReadOnlyList<Cell>> Steps { get; init; } = cells => cells;

    /// <summary>Whether each trial is drawn by itself.</summary>
    public bool PerTrial { get; init; }

    public bool Logarithmic { get; init; }

    /// <summary>Seconds for each value of a timeline.</summary>
    public int Step { get; init; } = 1;

    /// <summary>Whether there is something to draw. Default: there is.</summary>
    public Func<IReadOnlyList<Cell>, bool> If { get; init; } = _ => true;

    /// <summary>The same numbers as a table.</summary>
    public required Func<IReadOnlyList<Cell>, TableModel> Table { get; init; }

    public TableModel? Fits { get; init; }

    /// <summary>Moments that are marked in the lines of a step.</summary>
    public Func<Cell, ChartMark>? Mark { get; init; }

    /// <summary>The line of a step's store.</summary>
    public static ChartSeries StoreLine(Cell cell) => new(cell.Name, cell.Color, cell.Run > 0, []);

    /// <summary>Draws it.</summary>
    public ChartModel Build(string prefix, IReadOnlyList<Cell> given)
    {
        var all = Steps(given);
        IReadOnlyList<Cell> cells = PerTrial ? [.. all.SelectMany(c => c.Trials.Select(t => c with { Trials = [t] }))] : all;
        List<Choice> choices = [.. By.Select(b => b(cells)).OfType<Choice>()];
        ChartSelector[] selectors = [.. choices.Select(c => new ChartSelector(c.Name, [.. c.Options.Select(o => o.Label)], c.Selected))];
        var places = X?.Values(cells) ?? [];
        return new ChartModel(
            $"{prefix}-{Id}", Title, Description, Kind, XName ?? X?.Name ?? string.Empty, selectors,
            ViewGrid.Build(selectors, at => View(cells, places, at, [.. at.Select((o, i) => choices[i].Options[o])])), Table(all))
        {
            Categories = places,
            RowName = Rows?.Name,
            Rows = Rows?.Values(cells),
            // A bar begins at 0, which a logarithmic axis does not have.
            Logarithmic = Logarithmic && !(Kind == ChartKind.Category && places.Count == 1),
            Step = Step,
            Fits = Fits,
        };
    }

    private ChartView View(IReadOnlyList<Cell> cells, IReadOnlyList<string> places, IReadOnlyList<int> at, List<Option> options)
    {
        var metric = Metric?.Invoke(at) ?? options.Select(o => o.Metric).OfType<Metric>().First();
        var line = options.Select(o => o.Line).OfType<Func<Cell, ChartSeries>>().FirstOrDefault() ?? Line;
        var chosen = cells.Where(c => options.TrueForAll(o => o.Has(c))).ToList();
        return new ChartView(
            metric.Unit,
            [
                .. chosen.GroupBy(c => line(c).Name, StringComparer.Ordinal)
                    .Select(g => metric.Draw is { } draw ? draw([.. g], line(g.First()))
                        : OverPlaces(metric, [.. g], line(g.First()), places))
                    .OfType<ChartSeries>(),
            ],
            Mark is null ? null : [.. chosen.Select(Mark)]);
    }

    private ChartSeries OverPlaces(Metric metric, List<Cell> cells, ChartSeries line, IReadOnlyList<string> places) => line with
    {
        Points = [.. places.Select(p => Best(cells.Where(c => X!.Of(c) == p)) is { } best ? metric.Point(best) : null)],
    };

    /// <summary>That with the greatest throughput, of those whose verdict passed if there are any; null of none.</summary>
    public static Cell? Best(IEnumerable<Cell> cells) =>
        cells.OrderBy(c => c.Verdict).ThenByDescending(c => c.Throughput.Median).FirstOrDefault();
}

/// <summary>The views of a chart with several choices: one for each combination.</summary>
internal static class ViewGrid
{
    public static Dictionary<string, ChartView> Build(IReadOnlyList<ChartSelector> selectors, Func<IReadOnlyList<int>, ChartView> view)
    {
        IEnumerable<int[]> choices = [[]];
        foreach (var selector in selectors)
            choices = choices.SelectMany(c => Enumerable.Range(0, selector.Options.Count).Select(option => (int[])[.. c, option]));

        return choices.ToDictionary(
            c => string.Join('/', c.Select(o => o.ToString(CultureInfo.InvariantCulture))), c => view(c), StringComparer.Ordinal);
    }
}
