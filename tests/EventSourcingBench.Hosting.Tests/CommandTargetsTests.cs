namespace EventSourcingBench.Hosting.Tests;

/// <summary>What `dotnet run` of a command builds, on a small repository of one command and one plug-in.</summary>
public sealed class CommandTargetsTests : TempFolderTest
{
    private readonly SmallRepository _repository;

    public CommandTargetsTests()
    {
        _repository = new(
            Temp, "", "eng/Command.targets", "eng/LeftOut.targets", "eng/LeaveOut.cs", "eng/Plugin.props", "eng/Plugins.proj");
        Temp.Write("src/Plugin/Plugin.csproj", Project("Plugin.props", "Library"));
        Temp.Write("src/Plugin/plugin.json", "{}");
        Temp.Write("src/Plugin/Code.cs", "class C;");
        Temp.Write("command/Command.csproj", Project("Command.targets", "Exe"));
        Temp.Write("command/Program.cs", "System.Console.WriteLine(\"ran\"); public class Public;");
        Temp.Write(
            "tests/Tests.csproj",
            "<Project Sdk='Microsoft.NET.Sdk'><ItemGroup><ProjectReference Include='../command/Command.csproj' /></ItemGroup></Project>");
        Temp.Write("tests/Code.cs", "class D : Public;");
    }

    [Nightly, Fact]
    public async Task A_command_and_its_plugins_are_built_again_where_something_changed_and_only_there()
    {
        var plugin = Path.Combine(Temp.Path, "artifacts/plugins/Debug/Plugin/Plugin.dll");
        Outputs(await RunAsync("build")).ShouldBe(["Command", "Plugin"], ignoreOrder: true);
        // What is built is not built again, also below another project.
        Outputs(await RunAsync("build", "../tests")).ShouldBe(["Tests"]);

        var built = File.GetLastWriteTimeUtc(plugin);
        Temp.Write("src/Plugin/Code.cs", "class Changed;");
        (await RunAsync("run")).ShouldBe("ran");
        File.GetLastWriteTimeUtc(plugin).ShouldBeGreaterThan(built);

        File.Delete(plugin);
        Outputs(await RunAsync("build")).ShouldContain("Plugin");
        Outputs(await RunAsync("build", "-t:Rebuild")).ShouldContain("Plugin");

        static IEnumerable<string> Outputs(string output) =>
            output.Split('\n').Where(l => l.Contains(" -> ", StringComparison.Ordinal)).Select(l => l.Split(" -> ")[0].Trim());
    }

    private static string Project(string import, string outputType) =>
        $"""
        <Project Sdk="Microsoft.NET.Sdk"><Import Project="$(RepositoryRoot)eng/{import}" />
          <PropertyGroup><OutputType>{outputType}</OutputType></PropertyGroup>
        </Project>
        """;

    private async Task<string> RunAsync(params string[] arguments)
    {
        var (exitCode, output) = await _repository.RunAsync("command", arguments);
        exitCode.ShouldBe(0, output);
        output.ShouldNotContain(": warning");
        return output;
    }
}
