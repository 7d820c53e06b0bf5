namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class StandbyRuleTests
{
    [Theory]
    [InlineData("", 0, 0)]
    [InlineData("node2", 1, 1)]
    [InlineData("node2, node3", 1, 2)]
    [InlineData("ANY 1 (node2, node3)", 1, 2)]
    [InlineData("any 2 (a,b,c,d)", 2, 4)]
    [InlineData("FIRST 2 (a, b, c)", 2, 3)]
    [InlineData("3 (a, b, c)", 3, 3)]
    [InlineData("ANY 1 (*)", 1, null)]
    [InlineData("*", 1, null)]
    public void It_says_how_many_of_how_many(string setting, int acknowledging, int? named) =>
        StandbyRule.Parse(setting).ShouldBe(new StandbyRule(acknowledging, named));
}
