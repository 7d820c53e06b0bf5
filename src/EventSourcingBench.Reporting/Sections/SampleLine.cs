namespace EventSourcingBench.Reporting.Sections;

/// <summary>One measure of one store over the events in it: the median of the trials at each sample, and the curve through them.</summary>
internal sealed class SampleLine
{
    /// <summary>Where fits are extrapolated to.</summary>
    public static readonly long[] Targets = [100_000_000, 1_000_000_000];

    private SampleLine(Cell cell, SampleMeasure measure, IReadOnlyList<(long Events, Estimate Value)> points)
    {
        (Cell, Measure, Points) = (cell, measure, points);
        Fit = CurveChoice.Of([.. points.Select(p => ((double)p.Events, measure.Turn(p.Value.Median)))]);
    }

    public Cell Cell { get; }

    public SampleMeasure Measure { get; }

    /// <summary>By rising number of events, all above 0; at least one.</summary>
    public IReadOnlyList<(long Events, Estimate Value)> Points { get; }

    /// <summary>Of <see cref="SampleMeasure.Turn"/> of the values; null with too few samples.</summary>
    public CurveChoice? Fit { get; }

    /// <summary>What the curve says of the targets that were not reached.</summary>
    public IEnumerable<Prediction> Predictions =>
        Fit is null ? [] : Targets.Where(t => t > Points[^1].Events).Select(t => Fit.Best.Predict(t));

    /// <summary>The lines of all stores that were measured.</summary>
    public static IEnumerable<SampleLine> Of(IEnumerable<Cell> cells, SampleMeasure measure) =>
        cells.Select(c => Of(c, measure)).OfType<SampleLine>();

    /// <returns>Null where the store was not measured, or the value is not known.</returns>
    public static SampleLine? Of(Cell cell, SampleMeasure measure)
    {
        var points = cell.Trials.SelectMany(measure.Of)
            .Where(p => p.Events > 0 && p.Value is { } value && double.IsFinite(value) && (value > 0 || !measure.IsRate))
            .GroupBy(p => p.Events)
            .OrderBy(g => g.Key)
            .Select(g => (g.Key, Estimates.Of(g.Select(p => p.Value), 1)!.Value))
            .ToList();
        return points.Count == 0 ? null : new SampleLine(cell, measure, points);
    }

    public Estimate? At(long events) => Points.Where(p => p.Events == events).Select(p => (Estimate?)p.Value).FirstOrDefault();

    /// <summary>
    /// The value at the sample nearest to so many events; null where there is none within a twentieth: appends that failed, and a
    /// background
    /// load that lasts as long as the samples, make two stores differ a little.
    /// </summary>
    public Estimate? Near(long events) =>
        Points.Where(p => Math.Abs(p.Events - events) <= events / 20).OrderBy(p => Math.Abs(p.Events - events))
            .Select(p => (Estimate?)p.Value).FirstOrDefault();
}
