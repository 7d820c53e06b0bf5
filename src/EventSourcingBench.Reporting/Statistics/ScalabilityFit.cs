using MathNet.Numerics.LinearAlgebra;
using MathNet.Numerics.LinearRegression;
using MathNet.Numerics.Optimization;

namespace EventSourcingBench.Reporting;

/// <summary>The universal scalability law that measured throughputs follow best.</summary>
/// <param name="Law">Its parameters.</param>
/// <param name="LambdaError">Standard error of λ; null where the values tell none.</param>
/// <param name="SigmaError">Standard error of σ; null too where σ is 0 because it may not be less.</param>
/// <param name="KappaError">Standard error of κ, likewise.</param>
/// <param name="Determination">R squared; null where the values do not differ.</param>
internal sealed record ScalabilityFit(ScalabilityLaw Law, double? LambdaError, double? SigmaError, double? KappaError, double? Determination)
{
    /// <summary>Three parameters through three points fit anything.</summary>
    public const int FewestCopies = 4;

    private const int MostIterations = 500;

    /// <summary>A parameter has to explain more than this share of the values to be kept: less is rounding.</summary>
    private const double Rounding = 1e-9;

    // Non-negative least squares: at its solution each of σ and κ is either 0 or free, so the four cases hold it. Simple first.
    private static readonly (bool Sigma, bool Kappa)[] Cases = [(false, false), (true, false), (false, true), (true, true)];

    /// <param name="points">Copies, 1 or more, and throughput of each trial.</param>
    /// <returns>Null with fewer than four different numbers of copies, or a throughput that is not above 0.</returns>
    public static ScalabilityFit? Of(IReadOnlyList<(double Copies, double Throughput)> points)
    {
        if (points.Select(p => p.Copies).Distinct().Count() < FewestCopies || points.Any(p => !(p.Throughput > 0) || !double.IsFinite(p.Throughput) || p.Copies < 1))
        {
            return null;
        }

        // In shares of the greatest value, so that all parameters are of a similar size.
        var unit = points.Max(p => p.Throughput);
        var copies = Vector<double>.Build.DenseOfEnumerable(points.Select(p => p.Copies));
        var shares = Vector<double>.Build.DenseOfEnumerable(points.Select(p => p.Throughput / unit));
        var found = Cases.Select(c => Solve(c.Sigma, c.Kappa, copies, shares)).OfType<Solution>().ToList();
        if (found.Count == 0)
        {
            return null;
        }

        var least = found.Min(f => f.Squared) + (Rounding * Rounding * shares.Count);
        var best = found.First(f => f.Squared <= least);
        var total = (shares - shares.Average()).PointwisePower(2).Sum();
        return new ScalabilityFit(
            best.Law with { Lambda = best.Law.Lambda * unit }, best.Errors[0] * unit, best.Errors[1], best.Errors[2], total > 0 ? 1 - (best.Squared / total) : null);
    }

    private static Solution? Solve(bool sigma, bool kappa, Vector<double> copies, Vector<double> shares)
    {
        var model = ObjectiveFunction.NonlinearModel((p, x) => x.Map(LawOf(p, sigma, kappa).At), (p, x) => Gradient(LawOf(p, sigma, kappa), sigma, kappa, x), copies, shares);
        var result = new LevenbergMarquardtMinimizer(maximumIterations: MostIterations).FindMinimum(model, Start(sigma, kappa, copies, shares));
        var law = LawOf(result.MinimizingPoint, sigma, kappa);
        if (!(law.Lambda > 0) || !(law.Sigma >= 0) || !(law.Kappa >= 0))
        {
            return null;
        }

        var errors = new double?[3];
        if (copies.Count > result.MinimizingPoint.Count && result.StandardErrors is { } known)
        {
            errors[0] = Finite(known[0]);
            errors[1] = sigma ? Finite(known[1]) : null;
            errors[2] = kappa ? Finite(known[^1]) : null;
        }

        return new Solution(law, copies.Zip(shares, (n, x) => x - law.At(n)).Sum(e => e * e), errors);
    }

    /// <summary>Gunther's linear form: N / X = (1 + σ (N-1) + κ N (N-1)) / λ.</summary>
    private static Vector<double> Start(bool sigma, bool kappa, Vector<double> copies, Vector<double> shares)
    {
        List<Vector<double>> columns = [Vector<double>.Build.Dense(copies.Count, 1)];
        if (sigma)
        {
            columns.Add(copies.Subtract(1));
        }

        if (kappa)
        {
            columns.Add(copies.PointwiseMultiply(copies.Subtract(1)));
        }

        var line = MultipleRegression.QR(Matrix<double>.Build.DenseOfColumnVectors(columns), copies.PointwiseDivide(shares));
        // Where scatter makes nonsense of it, from the throughput of one copy at the best.
        return Vector<double>.Build.Dense(columns.Count, i => line[0] > 0
            ? i == 0 ? 1 / line[0] : Math.Max(0, line[i] / line[0])
            : i == 0 ? shares.PointwiseDivide(copies).Maximum() : 0);
    }

    private static ScalabilityLaw LawOf(Vector<double> p, bool sigma, bool kappa) => new(p[0], sigma ? p[1] : 0, kappa ? p[^1] : 0);

    private static Matrix<double> Gradient(ScalabilityLaw law, bool sigma, bool kappa, Vector<double> copies)
    {
        var below = copies.Map(n => 1 + (law.Sigma * (n - 1)) + (law.Kappa * n * (n - 1)));
        var byLambda = copies.PointwiseDivide(below);
        var byBelow = copies.PointwiseDivide(below.PointwisePower(2)).Multiply(-law.Lambda);
        List<Vector<double>> columns = [byLambda];
        if (sigma)
        {
            columns.Add(byBelow.PointwiseMultiply(copies.Subtract(1)));
        }

        if (kappa)
        {
            columns.Add(byBelow.PointwiseMultiply(copies.PointwiseMultiply(copies.Subtract(1))));
        }

        return Matrix<double>.Build.DenseOfColumnVectors(columns);
    }

    private static double? Finite(double value) => double.IsFinite(value) ? value : null;

    private sealed record Solution(ScalabilityLaw Law, double Squared, double?[] Errors);
}
