namespace EventSourcingBench.Hosting.Tests;

public sealed class NameTests
{
    private static readonly string[] Known = ["memory", "postgres", "sqlite"];

    [Theory]
    [InlineData("sqllite", "sqlite")]
    [InlineData("Postgres", "postgres")]
    [InlineData("postgre", "postgres")]
    [InlineData("mmory", "memory")]
    [InlineData("mongodb", null)]
    [InlineData("", null)]
    public void What_was_probably_meant_is_found(string name, string? meant) => NameSuggestion.Closest(name, Known).ShouldBe(meant);

    [Fact]
    public void Namespaces_have_the_form_that_stores_rely_on_and_are_unique()
    {
        var clock = new FakeClock();
        clock.Advance(TimeSpan.FromHours(13.5));
        var made = Enumerable.Range(0, 1000).Select(_ => RunNamespace.Create(clock)).ToList();
        made.ShouldAllBe(n => RunNamespace.IsValid(n) && n.StartsWith("esb_19700101t133000_", StringComparison.Ordinal));
        made.ShouldBeUnique();
    }

    [Theory]
    [InlineData("a", true)]
    [InlineData("esb_1", true)]
    [InlineData("", false)]
    [InlineData("1a", false)]
    [InlineData("a-b", false)]
    [InlineData("aB", false)]
    [InlineData("a\n", false)]
    [InlineData("a2345678901234567890123456789012345678901", false)]
    public void A_namespace_of_another_form_is_told(string name, bool valid) => RunNamespace.IsValid(name).ShouldBe(valid);
}
