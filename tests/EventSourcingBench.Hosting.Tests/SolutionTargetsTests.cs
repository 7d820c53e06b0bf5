using System.Diagnostics;

namespace EventSourcingBench.Hosting.Tests;

/// <summary>What the solution does with projects whose packages the NuGet source lacks, on a small solution.</summary>
public sealed class SolutionTargetsTests : IDisposable
{
    private const string Csharp = "{FAE04EC0-301F-11D3-BF4B-00C04F79EFBC}";
    private readonly TempFolder _temp = new();

    public SolutionTargetsTests()
    {
        File.Copy(Path.Combine(FakeRepository.RealRoot, "Directory.Solution.targets"), Path.Combine(_temp.Path, "Directory.Solution.targets"));
        // A source of its own that is empty: fast, and the same on every machine.
        _temp.Write("nuget.config", "<configuration><packageSources><clear /><add key=\"empty\" value=\"empty\" /></packageSources></configuration>");
        _temp.Folder("empty");
        _temp.Write("Good/Good.csproj", Project(""));
        _temp.Write(
            "Test.sln",
            $"""
            Microsoft Visual Studio Solution File, Format Version 12.00
            Project("{Csharp}") = "Good", "Good\Good.csproj", "{First}"
            EndProject
            Project("{Csharp}") = "Marten", "Marten\Marten.csproj", "{Second}"
            EndProject
            Global
              GlobalSection(SolutionConfigurationPlatforms) = preSolution
                Debug|Any CPU = Debug|Any CPU
              EndGlobalSection
              GlobalSection(ProjectConfigurationPlatforms) = postSolution
                {First}.Debug|Any CPU.ActiveCfg = Debug|Any CPU
                {First}.Debug|Any CPU.Build.0 = Debug|Any CPU
                {Second}.Debug|Any CPU.ActiveCfg = Debug|Any CPU
                {Second}.Debug|Any CPU.Build.0 = Debug|Any CPU
              EndGlobalSection
            EndGlobal
            """);
    }

    private static string First => "{11111111-1111-1111-1111-111111111111}";

    private static string Second => "{22222222-2222-2222-2222-222222222222}";

    public void Dispose() => _temp.Dispose();

    [Fact]
    public async Task A_project_without_its_packages_is_left_out_and_said()
    {
        // One that could lack some and does not is tried with it.
        _temp.Write("Good/Good.csproj", Project("<NeedsFullNuGetSource>true</NeedsFullNuGetSource>"));
        _temp.Write("Marten/Marten.csproj", Project("<NeedsFullNuGetSource>true</NeedsFullNuGetSource>", "<PackageReference Include=\"Marten.NotThere\" Version=\"9.0.0\" />"));

        var (exitCode, output) = await RunAsync("build");

        exitCode.ShouldBe(0, output);
        output.ShouldContain("left out: Marten (Marten.NotThere is not on the configured NuGet source)");
        File.Exists(Path.Combine(_temp.Path, "Good", "bin", "Debug", "net10.0", "Good.dll")).ShouldBeTrue(output);
        output.ShouldNotContain("left out: Good");
        Directory.Exists(Path.Combine(_temp.Path, "Marten", "bin")).ShouldBeFalse();
    }

    [Fact]
    public async Task A_project_that_does_not_say_so_fails_the_restore()
    {
        _temp.Write("Marten/Marten.csproj", Project("", "<PackageReference Include=\"Marten.NotThere\" Version=\"9.0.0\" />"));

        var (exitCode, output) = await RunAsync("restore");

        exitCode.ShouldNotBe(0);
        output.ShouldContain("NU1101");
        output.ShouldNotContain("left out");
    }

    [Fact]
    public async Task Any_other_error_of_such_a_project_fails_the_restore()
    {
        _temp.Write("Marten/Marten.csproj", Project("<NeedsFullNuGetSource>true</NeedsFullNuGetSource>", "<PackageReference Include=\"Marten.NotThere\" Version=\"not a version\" />"));

        var (exitCode, output) = await RunAsync("restore");

        exitCode.ShouldNotBe(0);
        output.ShouldContain("Marten.csproj cannot be restored");
        output.ShouldNotContain("left out");
    }

    private static string Project(string properties, string items = "") =>
        $"""
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup><TargetFramework>net10.0</TargetFramework>{properties}</PropertyGroup>
          <ItemGroup>{items}</ItemGroup>
        </Project>
        """;

    private async Task<(int ExitCode, string Output)> RunAsync(string command)
    {
        var start = new ProcessStartInfo(
            new PluginBuilderOptions("Debug").Dotnet, [command, "Test.sln", "--nologo", "-nodeReuse:false", "-p:UseSharedCompilation=false"])
        {
            WorkingDirectory = _temp.Path,
            Environment = { ["DOTNET_CLI_UI_LANGUAGE"] = "en" },
        };
        var result = (await ChildCommand.RunAsync(start, TimeSpan.FromMinutes(2), CancellationToken.None)).ShouldNotBeNull();
        return (result.ExitCode, string.Join('\n', result.Output));
    }
}
