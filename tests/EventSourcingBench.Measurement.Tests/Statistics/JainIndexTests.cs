namespace EventSourcingBench.Measurement.Tests;

public sealed class JainIndexTests
{
    [Theory]
    [InlineData(1.0, 5.0, 5.0, 5.0)]
    [InlineData(1.0 / 3, 7.0, 0.0, 0.0)]
    [InlineData(2.0 / 3, 7.0, 7.0, 0.0)]
    [InlineData(36.0 / 42, 1.0, 2.0, 3.0)]
    public void It_is_the_published_formula(double expected, params double[] shares) => JainIndex.Of(shares).ShouldNotBeNull()
        .ShouldBe(expected, 1e-12);

    [Fact]
    public void Where_all_shares_are_zero_there_is_none()
    {
        JainIndex.Of([]).ShouldBeNull();
        JainIndex.Of([0.0, 0.0]).ShouldBeNull();
    }

    [Fact]
    public void It_is_between_one_of_all_and_one_and_does_not_depend_on_the_unit()
    {
        var shares = Gen.Choose(0, 1_000).Select(x => (double)x).NonEmptyListOf().Where(l => l.Sum() > 0);
        Prop.ForAll(shares.ToArbitrary(), some =>
        {
            var index = JainIndex.Of([.. some]).ShouldNotBeNull();
            index.ShouldBeInRange((1.0 / some.Count) - 1e-9, 1 + 1e-9);
            JainIndex.Of([.. some.Select(x => 60 * x)]).ShouldNotBeNull().ShouldBe(index, 1e-9);
        }).QuickCheckThrowOnFailure();
    }
}
