namespace EventSourcingBench.Architecture.Tests;

/// <summary>Plug-ins that are made for tests are not offered by a run or an image.</summary>
public sealed class TestPluginTests
{
    private const string Folder = "test-plugins";

    // As MSBuild evaluates it, whichever file sets it; one process for all.
    [Nightly, Fact]
    public async Task They_are_built_to_a_folder_for_tests()
    {
        var plugins = Repository.Projects.Where(p => p.RelativePath.StartsWith("tests/", StringComparison.Ordinal)
            && File.Exists(Path.Combine(Path.GetDirectoryName(p.Path)!, "plugin.json"))).ToList();
        using var folder = new TempFolder();
        var all = folder.Write("all.proj", $"""
            <Project>
              <Target Name="All">
                <MSBuild Projects="{string.Join(';', plugins.Select(p => p.Path))}" Targets="GetTargetPath"
                         Properties="Configuration=Release">
                  <Output TaskParameter="TargetOutputs" ItemName="Built" />
                </MSBuild>
                <Message Importance="high" Text="%(Built.Identity)" />
              </Target>
            </Project>
            """);
        using var process = Process.Start(new ProcessStartInfo("dotnet", ["msbuild", all, "-nologo", "-v:minimal", "-nodeReuse:false"])
        { RedirectStandardOutput = true, UseShellExecute = false })!;
        var output = await process.StandardOutput.ReadToEndAsync(Cancel);
        await process.WaitForExitAsync(Cancel);
        var folders = Path.Combine(Repository.Root, "artifacts", Folder, "Release");
        output.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Order(StringComparer.Ordinal)
            .ShouldBe(plugins.Select(p => Path.Combine(folders, p.Name, $"{p.Name}.dll")).Order(StringComparer.Ordinal));
        plugins.ShouldNotBeEmpty();
    }

    [Fact]
    public void Nothing_of_the_product_names_that_folder() => new[] { "src", "loadtests", "benchmarks", "docker", ".github" }
        .SelectMany(f => Directory.EnumerateFiles(Path.Combine(Repository.Root, f), "*", SearchOption.AllDirectories))
        .Where(f => !f.Split(Path.DirectorySeparatorChar).Any(part => part is "obj" or "bin" or "node_modules" or "results"))
        .Where(f => File.ReadAllText(f).Contains(Folder, StringComparison.Ordinal)).ShouldBeEmpty();
}
