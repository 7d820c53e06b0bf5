namespace EventSourcingBench.Reporting.Statistics;

/// <summary>The curve that says most about some values for the parameters that it takes, or the constant where that is not clearly beaten
/// and the values show no trend; with its Akaike weight: its share of the evidence
/// among the curves that were tried, 0 to 1 (Burnham and Anderson 2002, <c>exp(-Δ/2)</c> over the sum of all).</summary>
internal sealed record CurveChoice(CurveFit Best, double Weight, CurveFit Next, double NextWeight)
{
    /// <summary>Fewer different places tell no curve from another.</summary>
    public const int FewestPlaces = 6;

    /// <summary>By how much less the criterion of a trend must be than that of the constant: evidence of 20 to 1.</summary>
    private const double Beaten = 6;

    /// <summary>Criteria that are nearer to each other than this are the same but for rounding.</summary>
    private const double Rounding = 1e-6;

    /// <param name="points">Places above 0 and values, in any order.</param>
    /// <returns>Null with fewer than six different places, or a value that is not finite.</returns>
    public static CurveChoice? Of(IReadOnlyList<(double X, double Y)> points)
    {
        if (points.Select(p => p.X).Distinct().Count() < FewestPlaces
            || points.Any(p => !double.IsFinite(p.Y) || !(p.X > 0) || !double.IsFinite(p.X)))
        {
            return null;
        }

        // In steps that are wider than rounding, and in the order of the kinds: of two that are equal the simpler one is chosen.
        var all = Enum.GetValues<CurveKind>().Select(kind => CurveFit.Of(kind, points)).OfType<CurveFit>().ToList();
        var least = all.Min(f => f.Aicc);
        var fits = all.OrderBy(f => Math.Floor((f.Aicc - least) / Rounding)).ThenBy(f => f.Kind).ToList();
        var total = fits.Sum(Likelihood);
        var best = all.Find(f => f.Kind == CurveKind.Constant && f.Aicc - least < Beaten) ?? fits[0];
        var next = fits.First(f => f != best);
        return new CurveChoice(best, Likelihood(best) / total, next, Likelihood(next) / total);

        double Likelihood(CurveFit fit) => Math.Exp((least - fit.Aicc) / 2);
    }
}
