using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace EventSourcingBench.Hosting.Tests;

/// <summary>Which projects a build of the solution leaves out, on a small solution with a NuGet source in a folder.</summary>
public sealed class SolutionTargetsTests : TempFolderTest
{
    private const string FullSource = "<NeedsFullNuGetSource>true</NeedsFullNuGetSource>";
    private readonly SmallRepository _repository;
    private readonly List<string> _projects = [];

    public SolutionTargetsTests()
    {
        var warnings = XDocument.Load(Path.Combine(TestPlugins.RepositoryRoot, "Directory.Build.props")).Descendants()
            .Where(e => e.Name.LocalName is "TreatWarningsAsErrors" or "WarningsNotAsErrors");
        _repository = new(
            Temp, $"{string.Concat(warnings)}<IsTests>true</IsTests>",
            "Directory.Solution.targets", "eng/LeftOut.targets", "eng/LeaveOut.cs");
        // An audit source without data on vulnerabilities: NU1905 for each project.
        Temp.Write("nuget.config", File.ReadAllText(Temp.At("nuget.config")).Replace(
            "</packageSources>", "</packageSources><auditSources><add key='source' value='source' /></auditSources>",
            StringComparison.Ordinal));

        // The rules of every project, without the analyzers, which this source does not have.
        var rules = XDocument.Load(Path.Combine(TestPlugins.RepositoryRoot, "Directory.Build.targets"));
        rules.Descendants().Where(e => e.Name.LocalName is "PackageReference" or "AdditionalFiles").ToList().ForEach(e => e.Remove());
        Temp.Write("Directory.Build.targets", rules.ToString());
    }

    [Nightly, Fact]
    public async Task Whatever_is_wrong_with_packages_leaves_the_project_out_and_a_later_version_is_taken_where_it_compiles()
    {
        Add("Plain", "");
        Add("Missing", Needs("Nowhere", "9.0.0"));
        _repository.Add("Old", "1.0.0");
        Add("Older", Needs("Old", "2.0.0"));
        _repository.Add("Moved", "2.5.0", "Thing");
        Add("Newer", Needs("Moved", "2.0.0"), "class C { Moved.Thing? Thing => null; }");
        _repository.Add("Lower", "1.0.0");
        _repository.Add("Lower", "2.0.0");
        _repository.Add("Upper", "1.0.0", dependency: ("Lower", "2.0.0"));
        Add("Downgrade", Needs("Upper", "1.0.0") + Reference("Lower", "1.0.0"));
        _repository.Add("Half", "1.0.0", dependency: ("OtherHalf", "1.0.0"));
        Add("Transitive", Needs("Half", "1.0.0"));
        _repository.Add("Renamed", "3.0.0", "NewName");
        Add("Broken", Needs("Renamed", "2.0.0"), "class C { Renamed.OldName? Name => null; }");
        Add("Broken.Tests", FullSource + "<ItemGroup><ProjectReference Include=\"../Broken/Broken.csproj\" /></ItemGroup>");

        var (exitCode, output) = await RunAsync("build", "-warnaserror");

        exitCode.ShouldBe(0, output);
        output.Split('\n').Select(l => Regex.Replace(l.Trim(), "CS0234: .*", "CS0234"))
            .Where(l => l.StartsWith("left out:", StringComparison.Ordinal)).Distinct().Order(StringComparer.Ordinal).ShouldBe(
        [
            "left out: Broken.Tests: Broken, which it references, is left out.",
            "left out: Broken: it does not compile against Renamed 3.0.0 instead of 2.0.0: CS0234",
            "left out: Downgrade: Detected package downgrade: Lower from 2.0.0 to 1.0.0 (NU1605).",
            "left out: Missing: Nowhere 9.0.0 is not on the NuGet source in any version (NU1101).",
            "left out: Older: Old 2.0.0 is not on the NuGet source, which has 1.0.0 (NU1102).",
            "left out: Transitive: OtherHalf, a dependency, is not on the NuGet source in any version (NU1101).",
        ]);
        output.ShouldContain("Newer is built with Moved 2.5.0 instead of 2.0.0.");
        _projects.Where(IsBuilt).ShouldBe(["Plain", "Newer"]);
        File.ReadAllText(Temp.At("artifacts/left-out/Older.txt"))
            .ShouldBe("Old 2.0.0 is not on the NuGet source, which has 1.0.0 (NU1102)");
    }

    [Nightly, Fact]
    public async Task A_compile_error_against_the_pinned_version_fails_the_build_once_the_source_has_that_version()
    {
        Add("Wrong", Needs("Pinned", "1.0.0"), "class C { Pinned.NotThere? Name => null; }");
        (await RunAsync("restore")).Output.ShouldContain("left out: Wrong: Pinned 1.0.0 is not on the NuGet source in any version");
        _repository.Add("Pinned", "1.0.0");
        await ShouldFailAsync("CS0234", "build", "-p:LeftOutMinutes=0");
    }

    [Nightly, Fact]
    public async Task A_project_that_does_not_need_a_full_source_fails_the_restore()
    {
        Add("Wrong", Reference("Nowhere", "9.0.0"));
        await ShouldFailAsync("NU1101", "restore");
    }

    private async Task ShouldFailAsync(string error, string command, params string[] arguments)
    {
        var (exitCode, output) = await RunAsync(command, arguments);
        exitCode.ShouldNotBe(0);
        output.ShouldContain(error);
        output.ShouldNotContain("left out");
    }

    private static string Needs(string id, string version) => FullSource + Reference(id, version);

    private static string Reference(string id, string version) =>
        $"<ItemGroup><PackageReference Include=\"{id}\" Version=\"{version}\" /></ItemGroup>";

    private bool IsBuilt(string project) => File.Exists(Path.Combine(Temp.Path, project, "bin", "Debug", "net10.0", $"{project}.dll"));

    private void Add(string project, string content, string code = "")
    {
        _projects.Add(project);
        content = content.Replace(FullSource, $"<PropertyGroup>{FullSource}</PropertyGroup>", StringComparison.Ordinal);
        Temp.Write($"{project}/{project}.csproj", $"<Project Sdk=\"Microsoft.NET.Sdk\">{content}</Project>");
        Temp.Write($"{project}/Code.cs", $"#nullable enable\n{code}");
    }

    private Task<(int ExitCode, string Output)> RunAsync(string command, params string[] arguments)
    {
        Temp.Write("Test.slnx", $"<Solution>{string.Concat(_projects.Select(p => $"<Project Path=\"{p}/{p}.csproj\" />"))}</Solution>");
        return _repository.RunAsync("", [command, "Test.slnx", "--nologo", .. arguments]);
    }
}
