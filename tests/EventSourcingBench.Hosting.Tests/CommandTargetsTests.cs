using System.Diagnostics;

namespace EventSourcingBench.Hosting.Tests;

/// <summary>What `dotnet run` of a command builds, on a small repository of one command and one plug-in.</summary>
public sealed class CommandTargetsTests : IDisposable
{
    private readonly TempFolder _temp = new();

    public CommandTargetsTests()
    {
        _ = new FolderSource(_temp);
        foreach (var file in new[] { "eng/Command.targets", "eng/LeftOut.targets", "eng/LeaveOut.cs", "eng/Plugin.props" })
            _temp.Write(file, File.ReadAllText(Path.Combine(FakeRepository.RealRoot, file)));
        _temp.Write(
            "Directory.Build.props",
            """
            <Project><PropertyGroup>
              <TargetFramework>net10.0</TargetFramework><RepositoryRoot>$(MSBuildThisFileDirectory)</RepositoryRoot>
            </PropertyGroup></Project>
            """);
        _temp.Write("src/Plugin/Plugin.csproj", Project("Plugin.props", "Library"));
        _temp.Write("src/Plugin/plugin.json", "{}");
        _temp.Write("src/Plugin/Code.cs", "class C;");
        _temp.Write("command/Command.csproj", Project("Command.targets", "Exe"));
        _temp.Write("command/Program.cs", "System.Console.WriteLine(\"ran\"); public class Public;");
        _temp.Write(
            "tests/Tests.csproj",
            "<Project Sdk=\"Microsoft.NET.Sdk\"><ItemGroup>"
                + "<ProjectReference Include=\"../command/Command.csproj\" /></ItemGroup></Project>");
        _temp.Write("tests/Code.cs", "class D : Public;");
    }

    public void Dispose() => _temp.Dispose();

    [Fact]
    public async Task A_command_and_its_plugins_are_built_again_where_something_changed_and_only_there()
    {
        var plugin = Path.Combine(_temp.Path, "artifacts/plugins/Debug/Plugin/Plugin.dll");
        (await RunAsync("build")).ShouldContain("Plugin -> ");
        (await RunAsync("build")).ShouldNotContain(" -> ");
        (await RunAsync("build", "../tests")).ShouldContain("Tests -> ");

        var built = File.GetLastWriteTimeUtc(plugin);
        _temp.Write("src/Plugin/Code.cs", "class Changed;");
        (await RunAsync("run")).ShouldBe("ran");
        File.GetLastWriteTimeUtc(plugin).ShouldBeGreaterThan(built);

        File.Delete(plugin);
        (await RunAsync("build")).ShouldContain("Plugin -> ");
        (await RunAsync("build", "-t:Rebuild")).ShouldContain("Plugin -> ");
    }

    private static string Project(string import, string outputType) =>
        $"""
        <Project Sdk="Microsoft.NET.Sdk"><Import Project="$(RepositoryRoot)eng/{import}" />
          <PropertyGroup><OutputType>{outputType}</OutputType></PropertyGroup>
        </Project>
        """;

    private async Task<string> RunAsync(params string[] arguments)
    {
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", arguments)
        {
            WorkingDirectory = Path.Combine(_temp.Path, "command"),
            Environment = { ["DOTNET_CLI_UI_LANGUAGE"] = "en", ["MSBUILDDISABLENODEREUSE"] = "1" },
        };
        var result = (await ChildCommand.RunAsync(start, TimeSpan.FromMinutes(3), TestContext.Current.CancellationToken)).ShouldNotBeNull();
        var output = string.Join('\n', result.Output);
        result.ExitCode.ShouldBe(0, output);
        output.ShouldNotContain(": warning");
        return output;
    }
}
