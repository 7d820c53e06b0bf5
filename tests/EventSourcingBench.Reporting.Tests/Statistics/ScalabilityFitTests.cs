namespace EventSourcingBench.Reporting.Tests;

public sealed class ScalabilityFitTests
{
    private static readonly double[] Copies = [1, 2, 4, 8, 16, 32];

    private static readonly IEqualityComparer<ScalabilityLaw> Tolerance = EqualityComparer<ScalabilityLaw>.Create((a, b) =>
        Math.Abs(a!.Lambda - b!.Lambda) < 1e-4 * b.Lambda && Math.Abs(a.Sigma - b.Sigma) < 1e-5 && Math.Abs(a.Kappa - b.Kappa) < 1e-6);

    [Fact]
    public void The_law_is_found_from_what_it_says() => Prop.ForAll(
        Gen.Choose(10, 100_000).Zip(Gen.Choose(0, 500).Zip(Gen.Choose(0, 100))).ToArbitrary(),
        drawn =>
        {
            var law = new ScalabilityLaw(drawn.Item1, drawn.Item2.Item1 / 1000.0, drawn.Item2.Item2 / 2000.0);
            var found = Fit(law, (_, x) => x)!;
            return Math.Abs(found.Law.Lambda - law.Lambda) <= 1e-5 * law.Lambda && Math.Abs(found.Law.Sigma - law.Sigma) <= 1e-5
                && Math.Abs(found.Law.Kappa - law.Kappa) <= 1e-6 && (law.Kappa > 0 || found.Law.Peak is null);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(40));

    [Nightly]
    [Fact]
    public void Through_scatter_it_is_found_within_its_standard_errors()
    {
        var law = new ScalabilityLaw(1200, 0.05, 0.004);
        var fits = Enumerable.Range(0, 200).Select(seed => Scattered(law, seed, 0.03)).ToList();
        fits.ShouldAllBe(f => f.LambdaError > 0 && f.Law.Sigma >= 0 && f.Law.Kappa >= 0 && f.Determination > 0.9);
        Share(f => Math.Abs(f.Law.Lambda - law.Lambda) < 3 * f.LambdaError).ShouldBeGreaterThan(0.95);
        Share(f => f.KappaError is not null && Math.Abs(f.Law.Kappa - law.Kappa) < 3 * f.KappaError).ShouldBeGreaterThan(0.95);
        Share(f => Math.Abs((f.Law.Peak ?? 0) - law.Peak!.Value) < 2).ShouldBeGreaterThan(0.95);

        double Share(Func<ScalabilityFit, bool> holds) => (double)fits.Count(holds) / fits.Count;
    }

    [Nightly]
    [Fact]
    public void No_other_law_without_negative_parameters_is_nearer() => Prop.ForAll(
        Gen.Choose(1, 1000).ListOf(6).Zip(Gen.Choose(-20, 20).Zip(Gen.Choose(-20, 20))).ToArbitrary(),
        drawn =>
        {
            var points = Copies.Zip(drawn.Item1, (n, x) => (n, (double)x)).ToList();
            var law = ScalabilityFit.Of(points)!.Law;
            var other = new ScalabilityLaw(law.Lambda * (1 + (drawn.Item2.Item2 / 500.0)),
                Math.Max(0, law.Sigma + (drawn.Item2.Item1 / 1000.0)), Math.Max(0, law.Kappa + (drawn.Item2.Item2 / 10_000.0)));
            return law.Sigma >= 0 && law.Kappa >= 0 && Distance(points, law) <= Distance(points, other) * (1 + 1e-6);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void At_its_peak_the_law_is_greatest() => Prop.ForAll(
        Gen.Choose(0, 900).Zip(Gen.Choose(1, 200)).ToArbitrary(),
        drawn =>
        {
            var law = new ScalabilityLaw(100, drawn.Item1 / 1000.0, drawn.Item2 / 5000.0);
            var peak = law.Peak!.Value;
            return law.At(peak) >= law.At(peak * 1.01) && law.At(peak) >= law.At(peak * 0.99);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Without_coherency_there_is_a_limit_and_no_peak_and_without_growth_contention_alone()
    {
        var law = Fit(new ScalabilityLaw(100, 0.25, 0), (_, x) => x)!.Law;
        law.Peak.ShouldBeNull();
        law.Limit!.Value.ShouldBe(400, 1e-3);
        Fit(new ScalabilityLaw(100, 0, 0), (_, x) => x)!.Law.ShouldBe(new ScalabilityLaw(100, 0, 0), Tolerance);
        Fit(new ScalabilityLaw(100, 0, 0), (_, _) => 250)!.Law.ShouldBe(new ScalabilityLaw(250, 1, 0), Tolerance);
    }

    [Fact]
    public void More_than_proportional_growth_is_no_negative_contention()
    {
        var fit = Fit(new ScalabilityLaw(100, 0, 0), (n, x) => x * Math.Sqrt(n))!;
        (fit.Law.Sigma, fit.Law.Kappa, fit.SigmaError).ShouldBe((0, 0, null));
        fit.Law.Lambda.ShouldBeGreaterThan(100);
    }

    [Fact]
    public void Too_few_copies_and_steps_that_did_nothing_have_no_law()
    {
        ScalabilityFit.Of([]).ShouldBeNull();
        ScalabilityFit.Of([(1, 10), (2, 20), (4, 30), (4, 31)]).ShouldBeNull();
        ScalabilityFit.Of([(1, 0), (2, 20), (4, 30), (8, 31)]).ShouldBeNull();
        ScalabilityFit.Of([(1, double.NaN), (2, 20), (4, 30), (8, 31)]).ShouldBeNull();
        ScalabilityFit.Of([(1, 10), (2, 20), (4, 30), (8, 31)]).ShouldNotBeNull();
    }

    private static ScalabilityFit? Fit(ScalabilityLaw law, Func<double, double, double> change) =>
        ScalabilityFit.Of([.. Copies.Select(n => (n, change(n, law.At(n))))]);

    private static ScalabilityFit Scattered(ScalabilityLaw law, int seed, double share)
    {
        var noise = new Noise(seed);
        return ScalabilityFit.Of(
            [.. from n in Copies from _ in Enumerable.Range(0, 3) select (n, law.At(n) * (1 + (share * noise.Next())))])!;
    }

    private static double Distance(List<(double Copies, double Throughput)> points, ScalabilityLaw law) =>
        points.Sum(p => Math.Pow(p.Throughput - law.At(p.Copies), 2));
}
