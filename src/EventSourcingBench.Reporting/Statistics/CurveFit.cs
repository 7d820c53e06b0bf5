namespace EventSourcingBench.Reporting.Statistics;

/// <summary>One curve through measured values. The constant, the logarithmic and the linear curve are least squares of the values, the
/// power law is least squares of their logarithms.</summary>
internal sealed class CurveFit
{
    // Deviations that are smaller, as a share of the values, are rounding: all curves without larger ones fit equally well.
    private const double Rounding = 1e-9;

    private const double LeastDetermination = 0.5;
    private const double MostScatter = 0.25;

    private readonly Regression _line;
    private readonly double _mean;

    private CurveFit(CurveKind kind, Regression line, IReadOnlyList<(double X, double Y)> points)
    {
        (Kind, _line) = (kind, line);
        _mean = points.Average(p => p.Y);
        var (around, total) = (points.Sum(p => Square(p.Y - At(p.X))), points.Sum(p => Square(p.Y - _mean)));
        ResidualError = Math.Sqrt(around / (points.Count - line.Parameters));
        Determination = kind == CurveKind.Constant || total <= 0 ? null : 1 - (around / total);
        Aicc = AiccOf(points);
    }

    public CurveKind Kind { get; }

    /// <summary><c>b</c> in the curve's formula; 0 in a constant.</summary>
    public double B => _line.Slope;

    /// <summary>Residual standard error, in the unit of the values, for the power law too.</summary>
    public double ResidualError { get; }

    /// <summary>R squared, of the values; null for a constant and where the values do not differ.</summary>
    public double? Determination { get; }

    /// <summary>Akaike's information criterion, corrected for small samples: <c>n ln(RSS/n) + 2K + 2K(K+1)/(n-K-1)</c> with K counting the
    /// variance (Hurvich and Tsai, Biometrika 76, 1989; Burnham and Anderson, Model Selection and Multimodel Inference, 2nd edition, 2002).
    /// That of the power law has <c>2 Σ ln y</c> added, the logarithm of the transformation's derivative: without it the criteria of values
    /// and of their logarithms could not be compared. Less is better.</summary>
    public double Aicc { get; }

    /// <returns>Null for a power law through a value that is not above 0.</returns>
    public static CurveFit? Of(CurveKind kind, IReadOnlyList<(double X, double Y)> points)
    {
        var ys = points.Select(p => p.Y).ToList();
        if (kind == CurveKind.Power && ys.Exists(y => y <= 0))
            return null;

        var line = kind == CurveKind.Constant ? Regression.OnNothing(ys)
            : Regression.On([.. points.Select(p => Place(kind, p.X))], kind == CurveKind.Power ? ys.ConvertAll(Math.Log) : ys);
        return new CurveFit(kind, line, points);
    }

    /// <summary>Whether it says too little of the values to be drawn on beyond them: they scatter around it by more than a quarter of
    /// their mean, or it explains less than half of how they differ.</summary>
    public bool IsPoor => Determination < LeastDetermination || ResidualError > MostScatter * Math.Abs(_mean);

    public double At(double x) => Value(_line.At(Place(Kind, x)));

    public Prediction Predict(double x)
    {
        var (middle, half) = (_line.At(Place(Kind, x)), _line.HalfInterval(Place(Kind, x)));
        return new Prediction(x, Value(middle), Value(middle - half), Value(middle + half));
    }

    private static double Place(CurveKind kind, double x) => kind is CurveKind.Logarithmic or CurveKind.Power ? Math.Log(x) : x;

    private double Value(double y) => Kind == CurveKind.Power ? Math.Exp(y) : y;

    private double AiccOf(IReadOnlyList<(double X, double Y)> points)
    {
        int n = points.Count, k = _line.Parameters + 1;
        var positive = points.All(p => p.Y > 0);
        var logarithms = positive ? points.Sum(p => Math.Log(p.Y)) : 0;
        var scale = Kind == CurveKind.Power ? 1 : positive ? Math.Exp(logarithms / n) : points.Max(p => Math.Abs(p.Y));
        var variance = Math.Max(_line.SquaredResiduals / n, Square(Rounding * scale));
        // Only values that are all 0 have no variance and no scale; the constant is exact then, and no other curve simpler.
        var fit = variance > 0 ? n * Math.Log(variance) : 0;
        return fit + (Kind == CurveKind.Power ? 2 * logarithms : 0) + (2 * k) + (2.0 * k * (k + 1) / (n - k - 1));
    }

    private static double Square(double value) => value * value;
}

/// <summary>A shape that a measure may have over the number of events, the simplest first: <c>y = a</c>; <c>y = a + b ln x</c>, where each
/// doubling adds the same, as the levels of a tree do; <c>y = a + b x</c>, where each event adds the same, as a scan does; <c>y = a
/// x^b</c>, where each doubling multiplies by the same.</summary>
internal enum CurveKind { Constant = 0, Logarithmic = 1, Linear = 2, Power = 3 }

/// <summary>What a fitted curve says of a place where nothing was measured, with the 95% prediction interval.</summary>
internal sealed record Prediction(double X, double Value, double Low, double High);
