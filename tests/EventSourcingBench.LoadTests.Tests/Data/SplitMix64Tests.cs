namespace EventSourcingBench.LoadTests.Tests;

public sealed class SplitMix64Tests
{
    // The first outputs of the reference implementation for this seed, as its authors' test vectors have them.
    [Fact]
    public void The_sequence_is_that_of_the_reference()
    {
        var random = new SplitMix64(1234567);
        Enumerable.Range(0, 3).Select(_ => random.NextBits())
            .ShouldBe([6457827717110365317UL, 3203168211198807973UL, 9817491932198370423UL]);
    }

    [Fact]
    public void Numbers_are_in_their_range() => Prop.ForAll<long, PositiveInt>((seed, bound) =>
    {
        var random = new SplitMix64(seed);
        var number = random.NextBelow(bound.Get);
        return number >= 0 && number < bound.Get && random.NextDouble() is >= 0 and < 1;
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Every_order_comes_about_as_often()
    {
        var random = new SplitMix64(7);
        var orders = Enumerable.Range(0, 24_000).CountBy(_ =>
        {
            var letters = "abcd".ToCharArray();
            random.Shuffle<char>(letters);
            return new string(letters);
        }).ToList();

        orders.Count.ShouldBe(24);
        orders.ShouldAllBe(o => o.Value > 850 && o.Value < 1_150);
    }
}
