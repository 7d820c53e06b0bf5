namespace EventSourcingBench.Reporting.Sections;

internal static class ScalabilityChart
{
    private const double Farthest = 4;
    private const int FitPoints = 60;

    private static readonly AnalysisText Said = RequestReport.Common.Analyses["scalability"];

    /// <summary>The chart of the stores that were measured at enough different copies; none without one.</summary>
    public static IEnumerable<Chart> Of(IReadOnlyList<Cell> cells)
    {
        var lines = ScalabilityLine.Of(cells);
        return lines.Count == 0 ? [] : [new Chart("scalability", Said.Title, RequestReport.Say(Said.Text, cells), cells,
            TableRows.Of("Throughput over copies: measured and by the law",
                lines.SelectMany(l => l.Cells.Select(c => (Cell: c, Copies: c.Load.Copies!.Value, l.Fit?.Law))),
                [
                    new("Store", c => c.Cell.Name), new("Copies", c => c.Copies), new("Measured (/s)", c => c.Cell.Throughput),
                    new("By the law (/s)", c => c.Law?.At(c.Copies)),
                    new("Measured over one copy's share", c => c.Cell.Throughput.Median / (c.Law?.Lambda * c.Copies)),
                ]),
            ChartKind.Curve, XName: "Copies",
            Metric: _ => new("Throughput", "Requests/s", (store, line) =>
                lines.FirstOrDefault(l => l.Cells[0].Name == store[0].Name) is { } law ? Series(law, line) : null),
            Fits: Parameters(lines))];
    }

    private static ChartSeries Series(ScalabilityLine law, ChartSeries line) => line with
    {
        Points = [.. law.Cells.Select(c => (IReadOnlyList<double>)[c.Load.Copies!.Value, .. ChartPoint.Of(c.Throughput)!])],
        Fit = law.Fit is { } fit
            ? ChartPoint.Line(1, Math.Clamp(1.3 * (fit.Law.Peak ?? 0), Last(law), Farthest * Last(law)), fit.Law.At, FitPoints) : null,
    };

    private static double Last(ScalabilityLine line) => line.Cells[^1].Load.Copies!.Value;

    private static TableModel Parameters(IReadOnlyList<ScalabilityLine> lines) => TableRows.Of(
        "Universal scalability law: X(N) = λN / (1 + σ(N−1) + κN(N−1))", lines,
        [
            new("Store", l => l.Cells[0].Name),
            new("λ (/s)", l => WithError(l.Fit?.Law.Lambda, l.Fit?.LambdaError), numeric: true),
            new("Contention σ", l => WithError(l.Fit?.Law.Sigma, l.Fit?.SigmaError), numeric: true),
            new("Coherency κ", l => WithError(l.Fit?.Law.Kappa, l.Fit?.KappaError), numeric: true),
            new("R²", l => l.Fit?.Determination),
            new("Predicted peak (copies)", l => l.Fit is not null && Peak(l) is null ? "none" : Format.Number(Peak(l)), numeric: true),
            new("Throughput there (/s)", l => Peak(l) is { } peak ? l.Fit!.Law.At(peak) : null),
            new("In words", l => l.Fit is { } fit ? Words(l, fit) : "no fit: some trial completed nothing"),
        ], Said.Note);

    // What lies farther is not predicted: a law through few copies does not reach so far.
    private static double? Peak(ScalabilityLine line) =>
        line.Fit?.Law.Peak is { } peak && peak <= Farthest * Last(line) ? Math.Max(1, peak) : null;

    private static string Words(ScalabilityLine line, ScalabilityFit fit)
    {
        var law = fit.Law;
        if (law.Peak is not { } peak)
        {
            return law.Limit is { } limit
                ? $"no peak: κ is 0, more copies never cost throughput; it nears {Format.Number(limit)}/s"
                : "no peak: σ and κ are 0, throughput grows in proportion to the copies";
        }

        var words = Peak(line) is null ? FormattableString.Invariant($"no peak within {Farthest} times the measured copies")
            : peak <= 1 ? "one copy does most: more only cost throughput"
            : peak > Last(line) ? $"the peak lies beyond the {Format.Count((long)Last(line))} copies that were measured: an extrapolation"
            : "the peak lies within the copies that were measured";
        return fit.KappaError > law.Kappa ? words + "; κ is less than its standard error, so there may be no peak" : words;
    }

    private static string WithError(double? value, double? error) =>
        error is null ? Format.Number(value) : $"{Format.Number(value)} ± {Format.Number(error)}";
}

/// <summary>The steps of one store by rising constant copies, and the law that their throughputs follow; null where one is 0.</summary>
internal sealed record ScalabilityLine(IReadOnlyList<Cell> Cells, ScalabilityFit? Fit)
{
    /// <summary>The stores that were measured at four different copies or more; others say nothing of the law.</summary>
    public static IReadOnlyList<ScalabilityLine> Of(IReadOnlyList<Cell> cells) =>
    [
        .. cells.Where(c => c.Load is { Copies: >= 1, IsOpen: false, Ramp: false } && c.Load.Preload is null or 0)
            .GroupBy(c => (c.Run, c.Store)).Where(g => g.Select(c => c.Load.Copies).Distinct().Count() >= ScalabilityFit.FewestCopies)
            .Select(g => g.OrderBy(c => c.Load.Copies).ToList()).Select(g => new ScalabilityLine(g,
                ScalabilityFit.Of([.. g.SelectMany(c => c.Trials.Select(t => ((double)c.Load.Copies!.Value, t.Throughput)))]))),
    ];
}
