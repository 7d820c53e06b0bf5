namespace EventSourcingBench.Reporting.Sections;

/// <summary>One measure of one store over the events in it: the median of the trials at each sample (by rising number of events, all above
/// 0; at least one), and the curve through <see cref="SampleMeasure.Turn"/> of them; null with too few samples.</summary>
internal sealed record SampleLine(Cell Cell, SampleMeasure Measure, IReadOnlyList<(long Events, Estimate Value)> Points, CurveChoice? Fit)
{
    public static readonly long[] Targets = [100_000_000, 1_000_000_000];

    private const double Rounding = 1 - 1e-9;

    // Times the greatest size that was measured.
    private const int Farthest = 100;

    public IEnumerable<Prediction> Predictions => Targets.Select(t => Predict(t).Value).OfType<Prediction>();

    /// <summary>What the curve says of a size, or why it says nothing.</summary>
    public (Prediction? Value, string WhyNot) Predict(long events)
    {
        if (Fit?.Best is not { } curve || events <= Points[^1].Events)
            return (null, Fit is null ? Format.None : "measured");

        var prediction = curve.Predict(events);
        return events > Farthest * Points[^1].Events ? (null, $"none: over {Farthest} times the measured size")
            : curve.IsPoor ? (null, "none: poor fit")
            // A store gets no faster than it was by growing: what falls so far was not warm at the beginning.
            : !(prediction.Value >= Points.Min(p => Measure.Turn(p.Value.Median)) * Rounding) ? (null, "none: less than any measured")
            : (prediction, string.Empty);
    }

    /// <returns>Null where the store was not measured, or the value is not known.</returns>
    public static SampleLine? Of(Cell cell, SampleMeasure measure)
    {
        var points = cell.Trials.SelectMany(measure.Known).GroupBy(p => p.Events).OrderBy(g => g.Key)
            .Select(g => (Events: g.Key, Estimates.Of(g.Select(p => (double?)p.Value))!.Value)).ToList();
        return points.Count == 0 ? null
            : new(cell, measure, points, CurveChoice.Of([.. points.Select(p => ((double)p.Events, measure.Turn(p.Value.Median)))]));
    }

    public Estimate? At(long events) => Points.Where(p => p.Events == events).Select(p => (Estimate?)p.Value).FirstOrDefault();

    /// <summary>The median over the trials at the sample of each nearest to so many events; null where none has one within a twentieth:
    /// appends that failed, and a background load that lasts as long as the samples, make two stores or trials differ a little.</summary>
    public Estimate? Near(long events) => Estimates.Of(Cell.Trials.Select(t => Measure.Known(t)
        .Where(p => Math.Abs(p.Events - events) <= events / 20).OrderBy(p => Math.Abs(p.Events - events))
        .Select(p => (double?)p.Value).FirstOrDefault()));
}

/// <summary>Something that was measured again and again of a store that grows. <c>Unit</c>: its unit, as short as can be; empty for a
/// ratio. <c>Of</c>: the events in the store and the value at each sample of a trial; a value that is not known is null.</summary>
internal sealed record SampleMeasure(string Name, string Unit, Func<StepRecord, IEnumerable<(long Events, double? Value)>> Of)
{
    private const double Million = 1e6;

    /// <summary>Whether it is a number of events a second. Curves are fitted to the seconds that a million events take instead: a line
    /// through a falling rate soon falls below 0, where no rate is, and the work for an event is what grows.</summary>
    public bool IsRate => Unit.EndsWith("/s", StringComparison.Ordinal);

    public string FittedLabel => IsRate ? $"{Name} (s per million)" : Label;

    /// <summary>Name and unit: <c>Append, median (ms)</c>.</summary>
    public string Label => Unit.Length == 0 ? Name : $"{Name} ({Unit})";

    /// <summary>The values of a trial that are known.</summary>
    public IEnumerable<(long Events, double Value)> Known(StepRecord trial) =>
        from sample in Of(trial)
        where sample.Events > 0 && sample.Value is { } value && double.IsFinite(value) && (value > 0 || !IsRate)
        select (sample.Events, sample.Value!.Value);

    /// <summary>From the measure to what curves are fitted to, and back; above 0 for a rate.</summary>
    public double Turn(double value) => IsRate ? Million / value : value;

    /// <summary>A metric of the parts of a step. <c>at</c>: the value that is the number of events of a part.</summary>
    public static SampleMeasure Named(SuiteDefinition suite, string name, string at)
    {
        var metric = suite.Report.Metrics[name];
        return new(metric.Name, metric.Unit, trial =>
        {
            var row = new RowValues(suite, Cell.Of(trial), trial);
            return Enumerable.Range(0, suite.PartsOf(trial)).Select(i => row with { Part = i })
                .Select(part => ((long)(part.Number(at) ?? 0), part.Number(metric.Value)));
        });
    }
}
