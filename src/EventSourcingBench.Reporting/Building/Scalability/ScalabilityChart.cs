using System.Globalization;

namespace EventSourcingBench.Reporting;

/// <summary>Throughput over copies with the universal scalability law.</summary>
internal static class ScalabilityChart
{
    /// <summary>A law is drawn on to its peak, and not farther than this many times the copies that were measured.</summary>
    private const double Farthest = 4;

    private const int FitPoints = 60;

    private const string Note =
        "λ: what one copy does alone. Contention σ: the share of the work that waits for its turn. Coherency κ: what each pair of copies costs to agree. "
        + "The peak is what the law predicts: beyond the copies that were measured it is an extrapolation. ± is a standard error; a parameter that is 0 is at the least that it may be, and has none.";

    /// <returns>Null where no store was measured at enough different copies.</returns>
    public static ChartModel? Build(string suite, IReadOnlyList<Cell> cells, SeriesStyle style, int runs)
    {
        var lines = ScalabilityLine.Of(cells);
        return lines.Count == 0 ? null : new ChartModel
        {
            Id = $"{suite}-scalability",
            Title = "Universal scalability law",
            Description = "Throughput over copies, and Gunther's law that fits the trials best by least squares (dotted), drawn on past its peak, at most to four times the copies that were measured. Whiskers are 95% intervals over the trials. Greater is better.",
            Kind = ChartKind.Curve,
            XName = "Copies",
            Views = new Dictionary<string, ChartView>(StringComparer.Ordinal) { [string.Empty] = new("Requests/s", [.. lines.Select(l => Series(l, style))]) },
            Table = Measured(lines, runs),
            Fits = Parameters(lines, runs),
        };
    }

    private static ChartSeries Series(ScalabilityLine line, SeriesStyle style) =>
        style.Series(line.Store, line.Run, [.. line.Cells.Select(c => (IReadOnlyList<double>)[c.Load.Copies!.Value, .. IngestContext.Point(c.Throughput)])]) with
        {
            Fit = line.Fit is { } fit ? FittedLine.Points(1, Math.Clamp(1.3 * (fit.Law.Peak ?? 0), Last(line), Farthest * Last(line)), fit.Law.At, FitPoints) : null,
        };

    private static double Last(ScalabilityLine line) => line.Cells[^1].Load.Copies!.Value;

    private static TableModel Measured(IReadOnlyList<ScalabilityLine> lines, int runs) => new(
        "Throughput over copies: measured and by the law",
        [new("Store"), new("Copies", true), new("Measured (/s)", true), new("By the law (/s)", true), new("Measured over one copy's share", true)],
        [
            .. lines.SelectMany(l => l.Cells.Select(c => (IReadOnlyList<string>)
            [
                Letters.StoreName(c, runs), Format.Count(c.Load.Copies!.Value), Format.WithInterval(c.Throughput), Format.Number(l.Fit?.Law.At(c.Load.Copies!.Value)),
                Format.Number(l.Fit is { } fit ? c.Throughput.Median / (fit.Law.Lambda * c.Load.Copies!.Value) : null),
            ])),
        ]);

    private static TableModel Parameters(IReadOnlyList<ScalabilityLine> lines, int runs) => new(
        "Universal scalability law: X(N) = λN / (1 + σ(N−1) + κN(N−1))",
        [
            new("Store"), new("λ (/s)", true), new("Contention σ", true), new("Coherency κ", true), new("R²", true), new("Predicted peak (copies)", true),
            new("Throughput there (/s)", true), new("In words"),
        ],
        [.. lines.Select(l => (IReadOnlyList<string>)[Letters.StoreName(l.Store, l.Run, runs), .. Row(l)])])
    {
        Note = Note,
    };

    private static IEnumerable<string> Row(ScalabilityLine line)
    {
        if (line.Fit is not { } fit)
        {
            return [Format.None, Format.None, Format.None, Format.None, Format.None, Format.None, "no fit: some trial completed nothing"];
        }

        var law = fit.Law;
        return
        [
            WithError(law.Lambda, fit.LambdaError), WithError(law.Sigma, fit.SigmaError), WithError(law.Kappa, fit.KappaError), Format.Number(fit.Determination),
            law.Peak is { } peak ? Format.Number(Math.Max(1, peak)) : "none", law.Peak is { } at ? Format.Number(law.At(Math.Max(1, at))) : Format.None, Words(line, fit),
        ];
    }

    private static string Words(ScalabilityLine line, ScalabilityFit fit)
    {
        var law = fit.Law;
        if (law.Peak is not { } peak)
        {
            return law.Limit is { } limit
                ? $"no peak: κ is 0, more copies never cost throughput; it nears {Format.Number(limit)}/s"
                : "no peak: σ and κ are 0, throughput grows in proportion to the copies";
        }

        var words = peak <= 1 ? "one copy does most: more only cost throughput"
            : peak > Last(line) ? string.Create(CultureInfo.InvariantCulture, $"the peak lies beyond the {Last(line)} copies that were measured: an extrapolation")
            : "the peak lies within the copies that were measured";
        return fit.KappaError > law.Kappa ? words + "; κ is less than its standard error, so there may be no peak" : words;
    }

    private static string WithError(double value, double? error) => error is null ? Format.Number(value) : $"{Format.Number(value)} ± {Format.Number(error)}";
}
