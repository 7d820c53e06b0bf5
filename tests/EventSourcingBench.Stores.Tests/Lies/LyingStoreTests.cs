namespace EventSourcingBench.Stores.Tests.Lies;

/// <summary>The plug-in offers each lie. That the suites find them is tested end to end.</summary>
public sealed class LyingStoreTests
{
    [Fact]
    public void There_are_at_least_45_lies_of_different_names() => FaultyStorePlugin.All.Select(l => l.Name)
        .Where(n => n.StartsWith("lie-", StringComparison.Ordinal)).Distinct().Count().ShouldBeGreaterThanOrEqualTo(45);

    [Fact]
    public void The_manifest_says_what_the_table_says()
    {
        var root = PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory)!;
        var manifest = PluginManifest.Read(
            Path.Combine(root, "tests", "plugins", "EventSourcingBench.Stores.Faulty", PluginManifest.FileName));
        manifest.Offers.Select(o => (o.Name, o.Model)).ShouldBe(FaultyStorePlugin.All.Select(l => (l.Name, l.Model)), ignoreOrder: true);
    }
}
