namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>The table names every store of the plug-in and what finds it.</summary>
public sealed class LieTableTests
{
    [Fact]
    public void Each_lie_is_found_by_a_suite_or_the_page_says_what_finds_it() => Stores("lie-").Except(LieTable.FoundOtherwise)
        .Where(name => LieTable.Suites.All(suite => LieTable.Read(suite).GetValueOrDefault(name, []).Count == 0)).ShouldBeEmpty();

    [Fact]
    public void Every_store_of_the_plug_in_is_in_the_table() =>
        Stores("lie-").Concat(Stores("honest-")).Except(LieTable.Names).ShouldBeEmpty();

    [Fact]
    public void Every_suite_of_the_table_is_run() =>
        typeof(LyingStoreTests).Assembly.GetTypes().Count(t => t.BaseType == typeof(LyingStoreTests)).ShouldBe(LieTable.Suites.Count);

    private static IEnumerable<string> Stores(string prefix)
    {
        using var manifest = JsonDocument.Parse(File.ReadAllText(Path.Combine(Places.FaultyStores, "plugin.json")));
        return [.. manifest.RootElement.GetProperty("stores").EnumerateArray().Select(s => s.GetProperty("name").GetString()!)
            .Where(name => name.StartsWith(prefix, StringComparison.Ordinal))];
    }
}
