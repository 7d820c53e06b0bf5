namespace EventSourcingBench.Measurement.Tests;

public sealed class ChangePointTests
{
    private const double Margin = Difference.DefaultMargin;

    private static readonly Arbitrary<double[]> Series = (
        from count in Gen.Choose(0, 24)
        from values in Gen.Choose(500, 1_000).Select(v => v / 8.0).ArrayOf(count)
        select values).ToArbitrary();

    /// <summary>Levels and how many points each has, and how many series of a hundred must have exactly those changes, one point off at
    /// most.</summary>
    public static TheoryData<string, (int Count, double Level)[], int> Steps => new()
    {
        { "up", [(10, 100), (10, 110)], 85 },
        { "down", [(10, 100), (10, 85)], 85 },
        { "up at once with few points", [(4, 100), (4, 120)], 95 },
        { "the two newest", [(12, 100), (2, 120)], 80 },
        { "up and back", [(10, 100), (6, 115), (10, 100)], 85 },
        { "up twice", [(10, 100), (10, 112), (10, 125)], 75 },
    };

    [Theory]
    [MemberData(nameof(Steps))]
    public void Known_changes_are_found_where_they_are(string what, (int Count, double Level)[] steps, int least)
    {
        var starts = steps.SkipLast(1).Select((_, i) => steps.Take(i + 1).Sum(s => s.Count)).ToList();
        (2 * Runs(50).Count(seed => ChangePoints.Find(Noisy(seed, steps), Margin, seed).Select(c => c.Index).ToList() is var found
            && found.Count == starts.Count && found.Zip(starts).All(p => Math.Abs(p.First - p.Second) <= 1)))
            .ShouldBeGreaterThanOrEqualTo(least, what);
    }

    [Theory]
    [InlineData(8)]
    [InlineData(20)]
    public void Noise_is_a_change_in_one_series_of_twenty(int count) =>
        Runs(100).Count(seed => ChangePoints.Find(Noisy(seed, (count, 100)), Margin, seed).Count > 0).ShouldBeInRange(1, 9);

    [Fact]
    public void A_slow_drift_is_shown_as_changes_in_its_direction()
    {
        foreach (var seed in Runs(20))
        {
            var noise = Noisy(seed, (30, 100));
            var found = ChangePoints.Find([.. noise.Select((v, i) => v * (1 + (0.01 * i)))], Margin, seed);
            found.ShouldNotBeEmpty();
            found.ShouldAllBe(c => c.Change.Ratio.Median > 1);
        }
    }

    [Fact]
    public void The_size_of_a_change_comes_with_its_interval()
    {
        var change = ChangePoints.Find([100, 101, 99, 100, 98, 102, 79, 80, 81, 80, 82, 78], Margin, seed: 1).ShouldHaveSingleItem();
        change.Index.ShouldBe(6);
        change.Change.Ratio.Median.ShouldBe(0.8, 1e-9);
        change.Change.Ratio.Low!.Value.ShouldBeInRange(0.76, 0.8);
        change.Change.Ratio.High!.Value.ShouldBeInRange(0.8, 0.84);
        change.Change.Decision.ShouldBe(Decision.Less);
    }

    [Fact]
    public void The_unit_does_not_count_and_the_same_seed_gives_the_same_answer() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(40), Prop.ForAll(Series, series =>
        {
            var found = ChangePoints.Find(series, Margin, seed: 7);
            ChangePoints.Find(series, Margin, seed: 7).ShouldBe(found);
            ChangePoints.Find([.. series.Select(v => v * 64)], Margin, seed: 7).Select(c => c.Index).ShouldBe(found.Select(c => c.Index));
            found.ShouldAllBe(c => c.Index >= 2 && c.Index <= series.Length - 2);
        }));

    [Fact]
    public void Few_or_equal_values_have_no_change_and_others_than_positive_ones_are_refused()
    {
        ChangePoints.Find([1, 1, 1, 9, 9, 9, 9], Margin, 1).ShouldBeEmpty();
        ChangePoints.Find([5, 5, 5, 5, 5, 5, 5, 5, 5], Margin, 1).ShouldBeEmpty();
        Should.Throw<ArgumentException>(() => ChangePoints.Find([1, 0, 1], Margin, 1));
    }

    private static IEnumerable<int> Runs(int count) => Enumerable.Range(1_000, count);

    // A scatter of 3% between runs, log-normal.
    private static double[] Noisy(int seed, params (int Count, double Level)[] steps)
    {
        var noise = new Noise(seed);
        return [.. steps.SelectMany(s => Enumerable.Repeat(s.Level, s.Count)).Select(level => level * Math.Exp(0.03 * noise.Next()))];
    }
}
