namespace EventSourcingBench.Architecture.Tests;

/// <summary>Dependencies point inwards: docs/architecture.md has the table that these tests hold.</summary>
public sealed class DependencyRuleTests
{
    private static readonly Dictionary<string, string[]> Inner = new(StringComparer.Ordinal)
    {
        ["Abstractions"] = [],
        ["Measurement"] = [],
        ["Domain"] = ["Abstractions"],
        ["Checking"] = ["Abstractions", "Measurement"],
        ["Hosting"] = ["Abstractions", "Measurement"],
        ["Reporting"] = ["Measurement"],
        ["Api"] = ["Abstractions", "Domain", "Hosting", "Measurement"],
        ["LoadTests"] = ["Abstractions", "Api", "Checking", "Domain", "Hosting", "Measurement", "Reporting"],
        ["LoadTests.NBomber"] = ["Measurement"],
        ["Benchmarks"] = ["Abstractions", "Domain", "Hosting", "Measurement"],
    };

    /// <summary>A plug-in references its contracts and nothing else but what stores share. A project without a rule fails.</summary>
    [Theory]
    [MemberData(nameof(FolderTests.Projects), MemberType = typeof(FolderTests))]
    public void A_project_references_only_what_lies_further_inside(string name)
    {
        var (own, references) = (name["EventSourcingBench.".Length..], Repository.Project(name).References);
        switch (Repository.Project(name).RelativePath.Split('/')[1], own.Split('.')[0])
        {
            case ("Stores", _) when own.StartsWith("Stores.Shared", StringComparison.Ordinal):
                references.ShouldBeSubsetOf(["Abstractions", "Stores.Shared"]);
                break;
            case ("Stores", _):
                references.Where(r => !r.StartsWith("Stores.Shared", StringComparison.Ordinal)).ShouldBe(["Abstractions"]);
                break;
            case ("CommandSides", _):
                references.ShouldBe(["Abstractions", "Domain"]);
                break;
            case (_, "Servers"):
                references.ShouldBe(["Abstractions"]);
                break;
            default:
                references.ShouldBeSubsetOf(Inner[own]);
                break;
        }
    }

    [Theory]
    [InlineData("EventSourcingBench.Abstractions")]
    [InlineData("EventSourcingBench.Domain")]
    [InlineData("EventSourcingBench.Checking")]
    public void The_inside_has_no_package(string name) =>
        Repository.Project(name).Xml.Descendants("PackageReference").ShouldBeEmpty();

    [Fact]
    public void Every_project_is_in_the_solution()
    {
        var solution = File.ReadAllText(Path.Combine(Repository.Root, "EventSourcingBench.sln")).Replace('\\', '/');
        // The Aspire host takes packages of 150 MB, and its SDK cannot be left out where a NuGet source lacks it.
        Repository.Projects.Select(p => p.RelativePath).Where(p => !solution.Contains(p, StringComparison.Ordinal))
            .ShouldBe(["deploy/EventSourcingBench.AppHost/EventSourcingBench.AppHost.csproj"]);
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
        Repository.Sources("src/EventSourcingBench.Reporting")
            .SelectMany(path => File.ReadLines(path).Select(line => $"{Path.GetFileName(path)}: {line.Trim()}"))
            .Where(line => stores.Any(s => line.Contains(s, StringComparison.Ordinal))).ShouldBeEmpty();
    }

    [Fact]
    public void One_version_of_a_package_for_all_projects() => Repository.Projects
        .SelectMany(p => p.Xml.Descendants("PackageReference")).Where(r => r.Attribute("Version") is not null).ShouldBeEmpty();
}
