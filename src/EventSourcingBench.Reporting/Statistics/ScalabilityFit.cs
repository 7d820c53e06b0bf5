using MathNet.Numerics.LinearAlgebra;
using MathNet.Numerics.LinearRegression;
using MathNet.Numerics.Optimization;

namespace EventSourcingBench.Reporting.Statistics;

/// <summary>The universal scalability law that measured throughputs follow best. <c>LambdaError</c>: standard error of λ; null where the
/// values tell none. <c>SigmaError</c>: standard error of σ; null too where σ is 0 because it may not be less. <c>KappaError</c>: standard
/// error of κ, likewise. <c>Determination</c>: R squared; null where the values do not differ.</summary>
internal sealed record ScalabilityFit(
    ScalabilityLaw Law, double? LambdaError, double? SigmaError, double? KappaError, double? Determination)
{
    /// <summary>Three parameters through three points fit anything.</summary>
    public const int FewestCopies = 4;

    private const int MostIterations = 500;

    /// <summary>A parameter has to explain more than this share of the values to be kept: less is rounding.</summary>
    private const double Rounding = 1e-9;

    /// <summary>A parameter that starts at 0 stays there, because it is fitted by its root.</summary>
    private const double LeastStart = 1e-6;

    // Non-negative least squares: at its solution each of σ and κ is either 0 or free, so the four cases hold it. Simple first.
    private static readonly (bool Sigma, bool Kappa)[] Cases = [(false, false), (true, false), (false, true), (true, true)];

    /// <param name="points">Copies, 1 or more, and throughput of each trial.</param>
    /// <returns>Null with fewer than four different numbers of copies, or a throughput that is not above 0.</returns>
    public static ScalabilityFit? Of(IReadOnlyList<(double Copies, double Throughput)> points)
    {
        if (points.Select(p => p.Copies).Distinct().Count() < FewestCopies
            || points.Any(p => !(p.Throughput > 0) || !double.IsFinite(p.Throughput) || p.Copies < 1))
        {
            return null;
        }

        // In shares of the greatest value, so that all parameters are of a similar size.
        var unit = points.Max(p => p.Throughput);
        var copies = Vector<double>.Build.DenseOfEnumerable(points.Select(p => p.Copies));
        var shares = Vector<double>.Build.DenseOfEnumerable(points.Select(p => p.Throughput / unit));
        var found = Cases.Select(c => Solve(c.Sigma, c.Kappa, copies, shares)).OfType<Solution>().ToList();
        if (found.Count == 0)
            return null;

        var least = found.Min(f => f.Squared) + (Rounding * Rounding * shares.Count);
        var best = found.First(f => f.Squared <= least);
        var total = (shares - shares.Average()).PointwisePower(2).Sum();
        return new ScalabilityFit(
            best.Law with { Lambda = best.Law.Lambda * unit }, best.Errors[0] * unit, best.Errors[1], best.Errors[2],
            total > 0 ? 1 - (best.Squared / total) : null);
    }

    private static Solution? Solve(bool sigma, bool kappa, Vector<double> copies, Vector<double> shares)
    {
        var model = ObjectiveFunction.NonlinearModel((p, x) => x.Map(LawOf(p, sigma, kappa).At), copies, shares, accuracyOrder: 4);
        var minimiser = new LevenbergMarquardtMinimizer(maximumIterations: MostIterations);
        return Starts(copies, shares).Select(start => minimiser.FindMinimum(model, ParametersOf(start, sigma, kappa)))
            .Where(result => result.MinimizingPoint.All(double.IsFinite) && result.MinimizingPoint[0] > 0)
            .Select(result =>
            {
                var (point, law) = (result.MinimizingPoint, LawOf(result.MinimizingPoint, sigma, kappa));
                var known = copies.Count > point.Count ? result.StandardErrors : null;
                // The error of a square, to the first order.
                double?[] errors = [Finite(known?[0]), sigma ? Finite(2 * Math.Abs(point[1]) * known?[1]) : null,
                    kappa ? Finite(2 * Math.Abs(point[^1]) * known?[^1]) : null];
                return new Solution(law, copies.Zip(shares, (n, x) => x - law.At(n)).Sum(e => e * e), errors);
            })
            .MinBy(solution => solution.Squared);
    }

    // Gunther's linear form, N / X = (1 + σ (N-1) + κ N (N-1)) / λ; and others for values of which scatter makes nonsense in it.
    private static IEnumerable<ScalabilityLaw> Starts(Vector<double> copies, Vector<double> shares)
    {
        var others = copies.Subtract(1);
        var columns = new[] { Vector<double>.Build.Dense(copies.Count, 1), others, copies.PointwiseMultiply(others) };
        var line = MultipleRegression.QR(Matrix<double>.Build.DenseOfColumnVectors(columns), copies.PointwiseDivide(shares));
        IEnumerable<ScalabilityLaw> laws = [new(1, 0.02, 0.0005), new(1, 0.3, 0.01), new(1, 2, 1)];
        return (line[0] > 0 ? laws.Prepend(new ScalabilityLaw(1, line[1] / line[0], line[2] / line[0])) : laws)
            .Select(law => law with { Sigma = Math.Max(law.Sigma, LeastStart), Kappa = Math.Max(law.Kappa, LeastStart) })
            .Select(
                law => law with { Lambda = copies.Zip(shares, (n, x) => x * law.At(n)).Sum() / copies.Sum(n => law.At(n) * law.At(n)) });
    }

    // The roots of σ and κ, so that neither is ever negative.
    private static Vector<double> ParametersOf(ScalabilityLaw law, bool sigma, bool kappa) =>
        Vector<double>.Build.DenseOfEnumerable(
            [law.Lambda, .. sigma ? (double[])[Math.Sqrt(law.Sigma)] : [], .. kappa ? (double[])[Math.Sqrt(law.Kappa)] : []]);

    private static ScalabilityLaw LawOf(Vector<double> p, bool sigma, bool kappa) =>
        new(p[0], sigma ? p[1] * p[1] : 0, kappa ? p[^1] * p[^1] : 0);

    private static double? Finite(double? value) => value is { } known && double.IsFinite(known) ? known : null;

    private sealed record Solution(ScalabilityLaw Law, double Squared, double?[] Errors);
}

/// <summary>The universal scalability law: <c>X(N) = λ N / (1 + σ (N-1) + κ N (N-1))</c> (Gunther, Guerrilla Capacity Planning, 2007).
/// <c>Lambda</c>: throughput of one copy alone. <c>Sigma</c>, contention: the share that waits for its turn; 0 or more. <c>Kappa</c>,
/// coherency: what each pair of copies costs to keep in agreement; 0 or more.</summary>
internal sealed record ScalabilityLaw(double Lambda, double Sigma, double Kappa)
{
    /// <summary>Copies at which the throughput is greatest; null where it has no greatest: κ is 0 and it never falls.</summary>
    public double? Peak => Kappa > 0 ? Math.Sqrt(Math.Max(0, 1 - Sigma) / Kappa) : null;

    /// <summary>What the throughput nears without coherency costs; null where it peaks or grows without end.</summary>
    public double? Limit => Kappa > 0 || Sigma <= 0 ? null : Lambda / Sigma;

    public double At(double copies) => Lambda * copies / (1 + (Sigma * (copies - 1)) + (Kappa * copies * (copies - 1)));
}
