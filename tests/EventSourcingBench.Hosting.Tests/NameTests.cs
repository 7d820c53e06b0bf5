namespace EventSourcingBench.Hosting.Tests;

public sealed class NameTests
{
    private static readonly string[] Known = ["memory", "postgres", "sqlite"];

    [Fact]
    public void What_was_probably_meant_is_found() => new[] { "sqllite", "Postgres", "postgre", "mmory", "mongodb", "" }
        .Select(name => NameSuggestion.Closest(name, Known)).ShouldBe(["sqlite", "postgres", "postgres", "memory", null, null]);

    [Fact]
    public void Namespaces_have_the_form_that_stores_rely_on_and_are_unique_and_another_form_is_told()
    {
        var clock = new FakeClock();
        clock.Advance(TimeSpan.FromHours(13.5));
        var made = Enumerable.Range(0, 1000).Select(_ => RunNamespace.Create(clock)).ToList();
        made.ShouldAllBe(n => n.StartsWith("esb_19700101t133000_", StringComparison.Ordinal));
        made.ShouldBeUnique();
        string[] others = ["", "1a", "a-b", "aB", "a\n", new string('a', 41)];
        others.ShouldAllBe(n => !RunNamespace.IsValid(n));
        made.Concat(["a", "esb_1"]).ShouldAllBe(n => RunNamespace.IsValid(n));
    }
}
