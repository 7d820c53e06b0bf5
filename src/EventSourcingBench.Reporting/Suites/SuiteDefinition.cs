namespace EventSourcingBench.Reporting.Suites;

internal sealed class SuiteDefinition
{
    private static readonly SuiteReport Common = new();

    private readonly string _file;

    public SuiteDefinition(string name, SuiteReport report, string file = "run.json")
    {
        (Name, Report, _file) = (name, report, file);
        Axes = new Dictionary<string, Axis>(StringComparer.Ordinal)
        {
            ["load"] = Axis.Loads,
            ["copies or rate"] = Axis.Bare,
            ["copies"] = new("Copies", c => c.Load is { Copies: not null, Ramp: false } ? c.Load.Size : null)
            { Order = c => c.Load.Copies ?? 0 },
            ["preload"] = Axis.Preload,
            ["stored"] = Axis.Preload with { Name = "Operations stored before" },
            ["store"] = new("Store", c => c.Name),
            // The strongest promise first: what a reader looks at before anything is chosen.
            ["name"] = new("Store", Axis.Product) { Order = c => new RowSort([c.Run, Axis.Product(c)]) },
            ["product"] = new("Store", Axis.Product) { Order = c => new RowSort([Tier.Order(c.Tier), Axis.Product(c)]) },
        };
        foreach (var (key, axis) in report.Axes)
            Axes[key] = Compiled(axis);
    }

    public string Name { get; }

    public SuiteReport Report { get; }

    public Dictionary<string, Axis> Axes { get; }

    public Axis? Apart => Report.Apart is { } apart ? AxisOf(apart) : null;

    /// <summary>The suite of that name, as the first of the runs that says it describes it; else as suites of requests are.</summary>
    public static SuiteDefinition Of(string name, IEnumerable<RunFolder> runs) =>
        runs.FirstOrDefault(r => r.Run.Workloads.GetValueOrDefault(name)?.Report is not null) is { } run
            ? new(name, run.Run.Workloads[name].Report!, Path.Combine(run.Path, "run.json")) : new(name, Common);

    public static Dictionary<string, SuiteDefinition> Of(IReadOnlyList<RunFolder> runs) =>
        runs.SelectMany(r => r.Steps).Select(s => s.Suite).Distinct(StringComparer.Ordinal)
            .ToDictionary(s => s, s => Of(s, runs), StringComparer.Ordinal);

    /// <summary>Draws something, and says where to look when the data of the report contradict themselves.</summary>
    public T Draw<T>(Func<SuiteDefinition, T> draw)
    {
        try
        {
            return draw(this);
        }
        catch (Exception e) when (e is FormatException or KeyNotFoundException or InvalidOperationException
            or JsonException or ArgumentException or IndexOutOfRangeException)
        {
            throw new FormatException($"{_file} cannot be drawn: $.workloads.{Name}.report: {e.Message}", e);
        }
    }

    public Axis AxisOf(string name) => Axes.GetValueOrDefault(name) ?? throw new FormatException($"There is no axis '{name}'.");

    public IEnumerable<double> RatesOf(StepRecord trial) => RowValues.NumbersOf(trial, Report.Throughput);

    public int PartsOf(StepRecord trial) =>
        Report.Parts is { } path && RowValues.Find(trial, path.Split('.'), null) is { ValueKind: JsonValueKind.Array } parts
            ? parts.GetArrayLength() : 0;

    public Load LoadOf(StepRecord trial)
    {
        var load = new Load(trial.Copies, trial.Rate, trial.Ramp, trial.Preload);
        var cell = Report.Load.Count == 0 ? null : Cell.Of(trial, load);
        var labels = Report.Load.Select(axis => AxisOf(axis).Label(cell!)).ToList();
        return !labels.OfType<string>().Any() ? load : load with
        {
            Name = string.Join(", ", labels.Where(l => !string.IsNullOrEmpty(l))),
            Place = new RowSort((Report.LoadOrder ?? Report.Load).Select(axis => AxisOf(axis).Order(cell!))),
        };
    }

    /// <summary>What the stores of one colour have in common; null where the store alone has it.</summary>
    public string? KindOf(StepRecord trial)
    {
        var cell = Cell.Of(trial);
        return Report.Colour.Count == 0 || Report.Colour.Any(a => AxisOf(a).Of(cell) is null) ? null
            : string.Join('\n', Report.Colour.Select(a => AxisOf(a).Of(cell)));
    }

    /// <summary>What is drawn under a name: a metric of the suite or of all, or a value.</summary>
    public Metric Metric(string name, IReadOnlyDictionary<string, ReportMetric> common)
    {
        var metric = Report.Metrics.GetValueOrDefault(name) ?? common.GetValueOrDefault(name) ?? new ReportMetric(name, name, name);
        return new Metric(metric.Name, metric.Unit, c => new RowValues(this, c).Estimated(metric.Value)) { Path = metric.Value };
    }

    // With what is counted, as a load says it.
    private string? Label(ReportAxis axis, Cell cell) => Text(axis, cell) is not { } text ? null
        : axis.Labels.TryGetValue(text, out var label) ? label
        : axis.Unit is [var one, var many] ? $"{text} {(text == "1" ? one : many)}" : text;

    private string? Text(ReportAxis axis, Cell cell) => axis.Of.Count > 0
        ? axis.Of.Select(a => AxisOf(a).Of(cell)).ToList() is var all && all.TrueForAll(t => t is not null) ? string.Join(' ', all) : null
        : axis.Value is null ? null
        : new RowValues(this, cell) is var row && axis.Value.Contains('{', StringComparison.Ordinal) ? row.Filled(axis.Value)
        : row.Value(axis.Value) is null ? null : row.Text(new ReportColumn(axis.Title, axis.Value, axis.Format));

    private Axis Compiled(ReportAxis axis) => new(axis.Title, c => Text(axis, c))
    {
        Label = c => Label(axis, c),
        Order = axis.OrderBy is { Count: > 0 } others ? c => new RowSort(others.Select(o => AxisOf(o).Order(c)))
            : axis.Value is null ? c => new RowSort(axis.Of.Select(o => AxisOf(o).Order(c)))
            : axis.Order is { Count: > 0 } order ? c => Place(order, Text(axis, c))
            : c => axis.Value.Contains('{', StringComparison.Ordinal) ? 0 : (new RowValues(this, c).Value(axis.Value) switch
            {
                Estimate e => e.Median,
                string text => text,
                true => 1,
                _ => 0,
            }),
    };

    private static RowSort Place(IReadOnlyList<string> order, string? text) =>
        new([order.ToList().IndexOf(text ?? string.Empty) is >= 0 and var at ? at : order.Count, text ?? string.Empty]);
}
