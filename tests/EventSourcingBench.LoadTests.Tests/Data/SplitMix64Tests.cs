using FsCheck;

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
    public void Numbers_are_in_their_range() => Prop.ForAll(
        ArbMap.Default.ArbFor<long>(),
        ArbMap.Default.ArbFor<PositiveInt>(),
        (seed, bound) =>
        {
            var random = new SplitMix64(seed);
            var number = random.NextBelow(bound.Get);
            var fraction = random.NextDouble();
            return number >= 0 && number < bound.Get && fraction is >= 0 and < 1;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Every_order_comes_about_as_often()
    {
        var random = new SplitMix64(7);
        var orders = new Dictionary<string, int>(StringComparer.Ordinal);
        for (var i = 0; i < 24_000; i++)
        {
            char[] letters = ['a', 'b', 'c', 'd'];
            random.Shuffle<char>(letters);
            var order = new string(letters);
            orders[order] = orders.GetValueOrDefault(order) + 1;
        }

        orders.Count.ShouldBe(24);
        orders.Values.ShouldAllBe(count => count > 850 && count < 1_150);
    }
}
