using System.Diagnostics;

namespace EventSourcingBench.Architecture.Tests;

/// <summary>Plug-ins that are made for tests are not offered by a run or an image.</summary>
public sealed class TestPluginTests
{
    private const string Folder = "test-plugins";

    public static TheoryData<string> TestPlugins => new(Repository.Under("tests/")
        .Where(name => File.Exists(Path.Combine(Path.GetDirectoryName(Repository.Project(name).Path)!, "plugin.json"))));

    [Theory]
    [MemberData(nameof(TestPlugins))]
    public async Task It_is_built_to_a_folder_for_tests(string name) =>
        (await OutputPathAsync(Repository.Project(name).Path))
            .ShouldBe(Path.Combine(Repository.Root, "artifacts", Folder, "Release", name) + "/");

    [Theory]
    [InlineData("src")]
    [InlineData("loadtests")]
    [InlineData("benchmarks")]
    [InlineData("docker")]
    [InlineData(".github")]
    public void Nothing_of_the_product_names_that_folder(string folder) => Directory
        .EnumerateFiles(Path.Combine(Repository.Root, folder), "*", SearchOption.AllDirectories)
        .Where(f => !f.Split(Path.DirectorySeparatorChar).Any(part => part is "obj" or "bin" or "node_modules" or "results"))
        .Where(f => File.ReadAllText(f).Contains(Folder, StringComparison.Ordinal)).ShouldBeEmpty();

    // As MSBuild evaluates it, whichever file sets it.
    private static async Task<string> OutputPathAsync(string project)
    {
        using var process = Process.Start(
            new ProcessStartInfo("dotnet", ["msbuild", project, "-getProperty:OutputPath", "-p:Configuration=Release"])
            {
                RedirectStandardOutput = true,
                UseShellExecute = false,
            })!;
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        process.ExitCode.ShouldBe(0, output);
        return output.Trim();
    }
}
