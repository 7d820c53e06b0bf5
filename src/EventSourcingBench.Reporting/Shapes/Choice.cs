namespace EventSourcingBench.Reporting.Shapes;

/// <summary>A choice that the reader of a chart has, with what each option draws.</summary>
internal sealed record Choice(string Name, IReadOnlyList<Option> Options, int Selected = 0);

/// <summary>Makes a choice of what the steps have; null where there is nothing to choose.</summary>
internal delegate Choice? By(IReadOnlyList<Cell> cells);

/// <summary>An option of a choice.</summary>
internal sealed record Option(string Label)
{
    /// <summary>Whether a step is drawn. Default: each is.</summary>
    public Func<Cell, bool> Has { get; init; } = _ => true;

    /// <summary>What is drawn of it; null where another choice says so.</summary>
    public Metric? Metric { get; init; }

    /// <summary>The line that a step belongs to; null where the chart says so.</summary>
    public Func<Cell, ChartSeries>? Line { get; init; }
}

/// <summary>Something that was measured of a step.</summary>
internal sealed record Metric(string Name, string Unit, Func<Cell, Estimate?> Of)
{
    // The seed of intervals over trials: any, as long as it is always the same.
    private const int Seed = 1;

    /// <summary>A metric that draws whole lines.</summary>
    public Metric(string name, string unit, Func<IReadOnlyList<Cell>, ChartSeries, ChartSeries?> draw)
        : this(name, unit, (Func<Cell, Estimate?>)(_ => null)) => Draw = draw;

    /// <summary>What a step is drawn as in a chart with categories. Default: the value with its interval.</summary>
    public Func<Cell, IReadOnlyList<double>?> Point { get; init; } = c => ChartPoint.Of(Of(c));

    /// <summary>Draws the steps of one line where there are no categories; the answer is null where there is nothing to draw.</summary>
    public Func<IReadOnlyList<Cell>, ChartSeries, ChartSeries?>? Draw { get; init; }

    /// <summary>The median over the trials of a value that each has, with its interval.</summary>
    public static Func<Cell, Estimate?> OfTrials(Func<StepRecord, double?> value) => cell => Estimates.Of(cell.Trials.Select(value), Seed);

    /// <summary>A choice of metrics.</summary>
    public static By Choose(IReadOnlyList<Metric> metrics) =>
        _ => new Choice("Measure", [.. metrics.Select(m => new Option(m.Name) { Metric = m })]);
}
