using FsCheck;
using FsCheck.Fluent;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class DisorderTests
{
    [Theory]
    [InlineData(new long[0], 0)]
    [InlineData(new long[] { 1, 2, 3 }, 0)]
    [InlineData(new long[] { 1, 1, 2 }, 0)]
    [InlineData(new long[] { 2, 1, 3 }, 1)]
    [InlineData(new long[] { 9, 1, 2, 3 }, 1)]
    [InlineData(new long[] { 3, 2, 1 }, 2)]
    [InlineData(new long[] { 1, 3, 2, 3, 3, 0, 4 }, 2)]
    public void It_is_the_least_number_of_moves(long[] values, int expected) => Disorder.Count(values).ShouldBe(expected);

    // Against all subsequences of short sequences.
    [Fact]
    public void It_leaves_the_longest_subsequence_that_never_falls() => Prop.ForAll(
        Gen.Choose(0, 6).Select(i => (long)i).ArrayOf().Resize(10).ToArbitrary(),
        values => Disorder.Count(values) == values.Length - Longest(values)).QuickCheckThrowOnFailure();

    private static int Longest(long[] values) => Enumerable.Range(0, 1 << values.Length)
        .Select(mask => values.Where((_, i) => (mask & (1 << i)) != 0).ToList())
        .Where(chosen => chosen.Zip(chosen.Skip(1)).All(p => p.First <= p.Second))
        .Max(chosen => chosen.Count);
}
