namespace EventSourcingBench.Reporting.Sections;

/// <summary>Something that was measured again and again of a store that grows.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Unit">Its unit, as short as can be; empty for a ratio.</param>
/// <param name="Of">The events in the store and the value at each sample of a trial; a value that is not known is null.</param>
internal sealed record SampleMeasure(string Name, string Unit, Func<StepRecord, IEnumerable<(long Events, double? Value)>> Of)
{
    private const double Million = 1e6;

    /// <summary>
    /// Whether it is a number of events a second. Curves are fitted to the seconds that a million events take instead: a line
    /// through a falling rate soon falls below 0, where no rate is, and the work for an event is what grows.
    /// </summary>
    public bool IsRate { get; init; }

    /// <summary>Name and unit of what curves are fitted to.</summary>
    public string FittedLabel => IsRate ? $"{Name} (s per million)" : Label;

    /// <summary>Name and unit: <c>Append, median (ms)</c>.</summary>
    public string Label => Unit.Length == 0 ? Name : $"{Name} ({Unit})";

    /// <summary>From the measure to what curves are fitted to, and back.</summary>
    /// <param name="value">Either; above 0 for a rate.</param>
    public double Turn(double value) => IsRate ? Million / value : value;

    /// <summary>A metric of the parts of a step.</summary>
    /// <param name="suite">The suite.</param>
    /// <param name="name">The metric.</param>
    /// <param name="at">The value that is the number of events of a part.</param>
    public static SampleMeasure Named(SuiteDefinition suite, string name, string at)
    {
        var metric = suite.Report.Metrics[name];
        return new(metric.Name, metric.Unit, trial =>
        {
            var row = new RowValues(suite, Cell.Of(trial, new Load(null, null, false)), trial);
            return Enumerable.Range(0, suite.PartsOf(trial)).Select(i => row with { Part = i })
                .Select(part => ((long)(part.Number(at) ?? 0), part.Number(metric.Value)));
        })
        { IsRate = metric.Unit.EndsWith("/s", StringComparison.Ordinal) };
    }
}
