namespace EventSourcingBench.Architecture.Tests;

/// <summary>Dependencies point inwards: docs/architecture.md has the table that these tests hold.</summary>
public sealed class DependencyRuleTests
{
    public static TheoryData<string, string[]> Allowed => new()
    {
        { "Abstractions", [] },
        { "Measurement", [] },
        { "Domain", ["Abstractions"] },
        { "Checking", ["Abstractions", "Measurement"] },
        { "Hosting", ["Abstractions", "Measurement"] },
        { "Reporting", ["Measurement"] },
        { "Api", ["Abstractions", "Domain", "Hosting", "Measurement"] },
        { "LoadTests", ["Abstractions", "Api", "Checking", "Domain", "Hosting", "Measurement", "Reporting"] },
        { "LoadTests.NBomber", ["Measurement"] },
        { "Benchmarks", ["Abstractions", "Domain", "Hosting", "Measurement"] },
    };

    private static IEnumerable<string> Stores => Repository.Under("src/Stores/");

    public static TheoryData<string> StorePlugins => new(Stores.Where(name => !name.Contains(".Stores.Shared", StringComparison.Ordinal)));

    public static TheoryData<string> SharedByStores => new(Stores.Except(StorePlugins.Select(row => row.Data)));

    public static TheoryData<string, string[]> OtherPlugins =>
    [
        .. Repository.Under("src/EventSourcingBench.Servers.").Select(name => (name, (string[])["Abstractions"])),
        .. Repository.Under("src/CommandSides/").Select(name => (name, (string[])["Abstractions", "Domain"])),
    ];

    [Theory]
    [MemberData(nameof(Allowed))]
    public void A_project_references_only_what_lies_further_inside(string name, string[] allowed) =>
        Repository.Project("EventSourcingBench." + name).References.ShouldBeSubsetOf(allowed);

    [Theory]
    [MemberData(nameof(StorePlugins))]
    public void A_store_references_the_contract_and_what_stores_share(string name) =>
        Repository.Project(name).References.Where(r => !r.StartsWith("Stores.Shared", StringComparison.Ordinal)).ShouldBe(["Abstractions"]);

    [Theory]
    [MemberData(nameof(SharedByStores))]
    public void What_stores_share_references_the_contract_and_no_store(string name) =>
        Repository.Project(name).References.ShouldBeSubsetOf(["Abstractions", "Stores.Shared"]);

    [Theory]
    [MemberData(nameof(OtherPlugins))]
    public void A_provisioner_or_command_side_references_the_contracts_and_nothing_else_of_ours(string name, string[] contracts) =>
        Repository.Project(name).References.ShouldBe(contracts);

    [Theory]
    [InlineData("EventSourcingBench.Abstractions")]
    [InlineData("EventSourcingBench.Domain")]
    [InlineData("EventSourcingBench.Checking")]
    public void The_inside_has_no_package(string name) => Repository.Project(name).Packages.ShouldBeEmpty();

    [Fact]
    public void Every_project_of_src_and_loadtests_is_under_a_rule()
    {
        var ruled = Allowed.Select(row => "EventSourcingBench." + row.Data.Item1)
            .Concat(Stores).Concat(OtherPlugins.Select(row => row.Data.Item1));
        Repository.Under("src/").Concat(Repository.Under("loadtests/")).ShouldBeSubsetOf(ruled);
    }

    [Fact]
    public void Every_project_is_in_the_solution()
    {
        var solution = File.ReadAllText(Path.Combine(Repository.Root, "EventSourcingBench.sln")).Replace('\\', '/');
        Repository.Projects.Where(p => !solution.Contains(p.RelativePath, StringComparison.Ordinal)).Select(p => p.RelativePath)
            .ShouldBeEmpty();
    }

    [Fact]
    public void Hosting_names_no_product()
    {
        string[] products = ["postgres", "pgsql", "mongo", "etcd", "umadb", "eventstoredb", "kurrent", "marten", "sqlite"];
        var files = Repository.Sources("src/EventSourcingBench.Hosting").Append(Repository.Project("EventSourcingBench.Hosting").Path);
        files.Where(f => products.Any(p => File.ReadAllText(f).Contains(p, StringComparison.OrdinalIgnoreCase)))
            .Select(f => Path.GetFileName(f)).ShouldBeEmpty("what is particular to a product is in its plug-in's folder");
    }

    [Fact]
    public void Reporting_names_no_store()
    {
        // Published tables name the products that were compared; they are data, not code. Stores are named in lower case:
        // "Memory" is a member of BenchmarkDotNet's JSON.
        string[] stores = ["\"postgres\"", "\"sqlite\"", "\"memory\"", "\"marten\""];
        var named = Repository.Sources("src/EventSourcingBench.Reporting")
            .SelectMany(path => File.ReadLines(path).Select(line => (Path: path, Line: line)))
            .Where(l => stores.Any(s => l.Line.Contains(s, StringComparison.Ordinal)))
            .Select(l => $"{Path.GetFileName(l.Path)}: {l.Line.Trim()}");
        named.ShouldBeEmpty();
    }

    [Fact]
    public void One_version_of_a_package_for_all_projects() =>
        Repository.Projects.SelectMany(p => p.Xml.Descendants("PackageReference"))
            .Where(r => r.Attribute("Version") is not null)
            .ShouldBeEmpty();
}
