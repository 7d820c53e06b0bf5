namespace EventSourcingBench.Measurement.Tests;

public sealed class DifferenceTests
{
    private static readonly Config Few = Config.QuickThrowOnFailure.WithMaxTest(40);

    private static readonly Arbitrary<(double[] First, double[] Second)> Blocks = (
        from count in Gen.Choose(2, 12)
        from first in Gen.Choose(500, 1_000).Select(v => v / 8.0).ArrayOf(count)
        from second in Gen.Choose(500, 1_000).Select(v => v / 8.0).ArrayOf(count)
        select (first, second)).ToArbitrary();

    [Fact]
    public void The_other_way_round_the_answer_is_the_other_one() => Check.One(Few, Prop.ForAll(Blocks, blocks =>
    {
        var (there, back) = (Of(blocks.First, blocks.Second), Of(blocks.Second, blocks.First));
        back.Decision.ShouldBe(there.Decision switch
        {
            Decision.Greater => Decision.Less,
            Decision.Less => Decision.Greater,
            var same => same,
        });
        back.Ratio.Low!.Value.ShouldBe(1 / there.Ratio.High!.Value, 1e-9);
        back.Deviation.ShouldBe(there.Deviation, 1e-9);
    }));

    [Fact]
    public void The_unit_and_what_both_share_in_a_block_do_not_count() => Check.One(Few, Prop.ForAll(Blocks, blocks =>
    {
        var scaled = Of([.. blocks.First.Select(v => v * 64)], [.. blocks.Second.Select(v => v * 64)]);
        scaled.ShouldBe(Of(blocks.First, blocks.Second));
        var slow = Of([.. blocks.First.Select(v => v * 1.2)], blocks.First);
        slow.Decision.ShouldBe(blocks.First.Length < Bootstrap.LeastValues ? Decision.Greater : slow.Decision);
        slow.Ratio.Median.ShouldBe(1.2, 1e-9);
    }));

    [Fact]
    public void A_greater_margin_or_noise_never_makes_a_difference() => Check.One(Few, Prop.ForAll(Blocks, blocks =>
    {
        var (strict, wide) = (Of(blocks.First, blocks.Second, margin: 0.02), Of(blocks.First, blocks.Second, margin: 0.02, noise: 0.1));
        wide.Margin.ShouldBe(0.1);
        (wide.Decision is Decision.Greater or Decision.Less && strict.Decision != wide.Decision).ShouldBeFalse();
        (strict.Decision == Decision.Equal && wide.Decision != Decision.Equal).ShouldBeFalse();
        Of(blocks.First, blocks.Second, noise: double.PositiveInfinity).ShouldSatisfyAllConditions(
            d => d.Decision.ShouldBe(Decision.None), d => d.More.ShouldBeNull());
        foreach (var difference in new[] { strict, wide })
            (difference.More is > 0 == difference.IsOpen || difference.More is null).ShouldBeTrue();
    }));

    [Fact]
    public void Below_six_blocks_every_ratio_must_lie_on_one_side()
    {
        Of([120, 110, 111], [100, 100, 100]).Decision.ShouldBe(Decision.Greater);
        Of([120, 110, 104], [100, 100, 100]).ShouldSatisfyAllConditions(
            d => d.Decision.ShouldBe(Decision.None), d => d.Ratio.ShouldBe(new Estimate(1.1, 1.04, 1.2)), d => d.More.ShouldNotBeNull());
        Of([101, 99], [100, 100]).Decision.ShouldBe(Decision.Equal);
        Of([110, 111], [100, 100], noise: 0.2).ShouldSatisfyAllConditions(
            d => d.Decision.ShouldBe(Decision.Equal), d => d.IsOpen.ShouldBeTrue(), d => d.More.ShouldNotBeNull());
        Of([200], [100]).ShouldBe(new Difference(new Estimate(2, null, null), 1, 0.05, 0, Decision.None));
        Of([104, 100], [100, 100]).Deviation.ShouldBe(0.04, 1e-9);
    }

    [Fact]
    public void Two_names_of_one_thing_are_hardly_ever_told_apart() =>
        Runs(100).Count(seed => Simulated(seed, 10, 1, 0.1).Decision is Decision.None or Decision.Equal).ShouldBeGreaterThanOrEqualTo(95);

    [Fact]
    public void A_slower_one_is_found_or_the_number_of_blocks_that_is_said_finds_it() =>
        Runs(20).Count(seed => Simulated(seed, 10, 0.9, 0.03) is var first && (first.Decision == Decision.Less
            || (first.More is { } more && Simulated(seed + 1_000, 10 + more, 0.9, 0.03).Decision == Decision.Less)))
            .ShouldBeGreaterThanOrEqualTo(19);

    private static IEnumerable<int> Runs(int count) => Enumerable.Range(1, count);

    // Blocks with a common scatter, such as other work on the machine, and one of each measurement; log-normal.
    private static Difference Simulated(int seed, int blocks, double ratio, double scatter)
    {
        var noise = new Noise(seed);
        var common = Enumerable.Range(0, blocks).Select(_ => Math.Exp(scatter * noise.Next())).ToList();
        return Of(Drawn(ratio), Drawn(1));

        double[] Drawn(double times) => [.. common.Select(c => times * c * Math.Exp(scatter * noise.Next()))];
    }

    private static Difference Of(double[] first, double[] second, double margin = Difference.DefaultMargin, double noise = 0) =>
        Difference.Of(first, second, paired: true, margin, noise, seed: 5);
}
