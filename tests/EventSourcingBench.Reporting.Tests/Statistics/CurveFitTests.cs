namespace EventSourcingBench.Reporting.Tests;

public sealed class CurveFitTests
{
    private const int Draws = 300;

    // As stores grow: from a hundred thousand to ten million.
    private static readonly double[] Steps = [.. Enumerable.Range(1, 40).Select(i => i * 250_000.0)];

    // Three decades, in which the shapes differ clearly.
    private static readonly double[] Decades = [.. Enumerable.Range(0, 25).Select(i => Math.Pow(10, 3 + (i / 6.0)))];

    // Far enough from each other that a little scatter does not hide which one it is.
    private static readonly (CurveKind Kind, Func<double, double> Curve)[] Shapes =
    [
        (CurveKind.Constant, _ => 5),
        (CurveKind.Logarithmic, x => 1 + Math.Log(x)),
        (CurveKind.Linear, x => 2 + (x / 1e6)),
        (CurveKind.Power, x => 0.01 * Math.Sqrt(x)),
    ];

    [Fact]
    public void A_curve_without_scatter_is_found_with_its_parameters() => Prop.ForAll(
        Gen.Elements(Enum.GetValues<CurveKind>()).Zip(Gen.Choose(1, 10_000).Zip(Gen.Choose(20, 500))).ToArbitrary(),
        drawn =>
        {
            var (kind, a, growth) = (drawn.Item1, drawn.Item2.Item1 / 100.0, drawn.Item2.Item2 / 100.0);
            var b = kind switch
            {
                CurveKind.Linear => growth * a / Steps[^1],
                CurveKind.Logarithmic => growth * a,
                // To the power of one it is a line.
                CurveKind.Power => growth is > 1.9 and < 2.1 ? 0.5 : growth / 2,
                _ => 0,
            };
            var choice = CurveChoice.Of([.. Steps.Select(x => (x, Curve(kind, a, b, x)))])!;
            return choice.Best.Kind == kind && Near(choice.Best.At(kind == CurveKind.Linear ? 0 : 1), a) && Near(choice.Best.B, b)
                && choice.Best.ResidualError <= 1e-6 * Curve(kind, a, b, Steps[^1]);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Through_scatter_the_shape_that_made_the_values_is_chosen()
    {
        foreach (var (kind, curve) in Shapes)
        {
            var found = Enumerable.Range(0, Draws).Count(seed => CurveChoice.Of(Scattered(curve, seed, 0.005))!.Best.Kind == kind);
            // Scatter alone is taken for a trend in one case of twenty at most.
            found.ShouldBeGreaterThanOrEqualTo(kind == CurveKind.Constant ? Draws * 95 / 100 : Draws * 99 / 100, kind.ToString());
        }
    }

    [Theory]
    [InlineData(CurveKind.Constant)]
    [InlineData(CurveKind.Logarithmic)]
    [InlineData(CurveKind.Linear)]
    [InlineData(CurveKind.Power)]
    public void The_prediction_interval_holds_a_new_value_as_often_as_it_says(object which)
    {
        const double Far = 1e9;
        var (kind, curve) = Shapes[(int)(CurveKind)which];
        var held = Enumerable.Range(0, Draws * 4).Count(seed =>
        {
            var noise = new Noise(seed + 1_000_000);
            double Value(double x) => kind == CurveKind.Power ? curve(x) * Math.Exp(0.1 * noise.Next()) : curve(x) + (0.3 * noise.Next());
            var predicted = CurveFit.Of(kind, [.. Decades.Select(x => (x, Value(x)))])!.Predict(Far);
            return Value(Far) is var actual && actual >= predicted.Low && actual <= predicted.High;
        });
        ((double)held / (Draws * 4)).ShouldBeInRange(0.93, 0.97);
    }

    [Fact]
    public void The_criterion_is_that_of_the_books()
    {
        // Three values of 1 and three of 3 around their mean of 2: RSS is 6. n = 6, K = 2: 6 ln(6/6) + 4 + 12/3.
        (double, double)[] points = [(1, 1), (2, 3), (3, 1), (4, 3), (5, 1), (6, 3)];
        CurveFit.Of(CurveKind.Constant, points)!.Aicc.ShouldBe(8, 1e-12);
        CurveFit.Of(CurveKind.Constant, points)!.ResidualError.ShouldBe(Math.Sqrt(6.0 / 5), 1e-12);
        // t with 5 degrees of freedom is 2.5706 at 97.5%.
        CurveFit.Of(CurveKind.Constant, points)!.Predict(100).High.ShouldBe(2 + (2.570582 * Math.Sqrt(6.0 / 5 * (1 + (1.0 / 6)))), 1e-5);
    }

    [Fact]
    public void The_unit_of_the_values_changes_no_choice()
    {
        for (var seed = 0; seed < 50; seed++)
        {
            var points = Scattered(Shapes[seed % 4].Curve, seed, 0.05);
            var (one, other) = (CurveChoice.Of(points)!, CurveChoice.Of([.. points.Select(p => (p.X, p.Y * 1000))])!);
            other.Best.Kind.ShouldBe(one.Best.Kind);
            other.Weight.ShouldBe(one.Weight, 1e-9);
        }
    }

    [Fact]
    public void Values_that_are_all_the_same_are_a_constant_without_doubt()
    {
        foreach (var value in new[] { 0, 7, -3, 1e-12, 1e12 })
        {
            var choice = CurveChoice.Of([.. Steps.Select(x => (x, value))])!;
            choice.Best.Kind.ShouldBe(CurveKind.Constant);
            choice.Best.Determination.ShouldBeNull();
            choice.Best.Predict(1e9).Low.ShouldBe(value, (Math.Abs(value) * 1e-9) + 1e-30);
            choice.Best.Predict(1e9).High.ShouldBe(value, (Math.Abs(value) * 1e-9) + 1e-30);
        }
    }

    [Fact]
    public void Of_two_curves_that_are_the_same_the_simpler_one_is_chosen() => Enumerable.Range(1, 199)
        .Where(a => CurveChoice.Of([.. Steps.Select(x => (x, a / 7.0 * x))])!.Best.Kind != CurveKind.Linear).ShouldBeEmpty();

    [Fact]
    public void A_fit_that_explains_too_little_is_poor()
    {
        CurveChoice.Of(Scattered(x => 1 + Math.Log(x), seed: 1, 0.05))!.Best.IsPoor.ShouldBeFalse();
        CurveChoice.Of(Scattered(_ => 5, seed: 1, 0.05))!.Best.IsPoor.ShouldBeFalse();
        CurveChoice.Of(Scattered(_ => 5, seed: 1, 1))!.Best.IsPoor.ShouldBeTrue();
    }

    [Fact]
    public void Too_few_places_and_values_that_are_none_have_no_curve()
    {
        CurveChoice.Of([]).ShouldBeNull();
        CurveChoice.Of([.. Enumerable.Repeat((5.0, 1.0), 20)]).ShouldBeNull();
        CurveChoice.Of([.. Steps.Take(5).Select(x => (x, x))]).ShouldBeNull();
        CurveChoice.Of([.. Steps.Take(6).Select(x => (x, x))]).ShouldNotBeNull();
        foreach (var (x, y) in new[] { (1, double.NaN), (1, double.PositiveInfinity), (0, 1) })
            CurveChoice.Of([(x, y), .. Steps.Select(step => (step, 1.0))]).ShouldBeNull();
    }

    [Fact]
    public void Whatever_the_values_are_every_number_is_one() => Prop.ForAll(
        Gen.Choose(-1000, 1000).ListOf(12).ToArbitrary(),
        values =>
        {
            var choice = CurveChoice.Of([.. values.Select((v, i) => ((i + 1) * 1e5, v / 7.0))])!;
            var predicted = choice.Best.Predict(1e9);
            return new[] { choice.Best.Aicc, choice.Weight, choice.NextWeight, choice.Best.At(1), choice.Best.B, choice.Best.ResidualError,
                choice.Best.Determination ?? 0, predicted.Low, predicted.Value, predicted.High }
                    .All(double.IsFinite)
                && choice.Weight is > 0 and <= 1
                    && (choice.NextWeight <= choice.Weight || choice.Best.Kind == CurveKind.Constant) && predicted.Low <= predicted.Value
                    && predicted.Value <= predicted.High;
        }).QuickCheckThrowOnFailure();

    private static List<(double X, double Y)> Scattered(Func<double, double> curve, int seed, double share)
    {
        var noise = new Noise(seed);
        return [.. Decades.Select(x => (x, curve(x) * (1 + (share * noise.Next()))))];
    }

    private static double Curve(CurveKind kind, double a, double b, double x) => kind switch
    {
        CurveKind.Constant => a,
        CurveKind.Linear => a + (b * x),
        CurveKind.Logarithmic => a + (b * Math.Log(x)),
        _ => a * Math.Pow(x, b),
    };

    private static bool Near(double found, double expected) => Math.Abs(found - expected) <= 1e-6 * Math.Max(Math.Abs(expected), 1e-12);
}
