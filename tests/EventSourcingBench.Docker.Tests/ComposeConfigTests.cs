using System.ComponentModel;
using System.Diagnostics;

namespace EventSourcingBench.Docker.Tests;

/// <summary>Compose's own opinion of the file, where its client is on this machine; it needs no engine for that.</summary>
public sealed class ComposeConfigTests
{
    public static TheoryData<string> Profiles => new(Compose.All.Values.SelectMany(s => s.Profiles).Append("*").Distinct());

    [Theory]
    [MemberData(nameof(Profiles))]
    public async Task It_takes_the_file_with_the_profile(string profile) => await ConfigAsync("--profile", profile, "config", "--quiet");

    [Fact]
    public async Task Every_service_is_of_the_profile_that_the_readme_removes() =>
        (await ConfigAsync("--profile", "*", "config", "--services")).Split('\n', StringSplitOptions.TrimEntries)
            .ShouldBe(Compose.All.Keys, ignoreOrder: true);

    private static async Task<string> ConfigAsync(params string[] arguments)
    {
        var (exitCode, words) = await RunAsync("compose", "version");
        Assert.SkipWhen(exitCode != 0, $"There is no docker compose on this machine: {words}");
        (exitCode, words) = await RunAsync(["compose", "-f", Path.Combine(Repository.Root, Compose.File), .. arguments]);
        exitCode.ShouldBe(0, words);
        return words;
    }

    private static async Task<(int ExitCode, string Words)> RunAsync(params string[] arguments)
    {
        try
        {
            using var process = Process.Start(new ProcessStartInfo("docker", arguments)
            {
                RedirectStandardError = true,
                RedirectStandardOutput = true,
                UseShellExecute = false,
            })!;
            var output = process.StandardOutput.ReadToEndAsync();
            var errors = process.StandardError.ReadToEndAsync();
            await process.WaitForExitAsync(TestContext.Current.CancellationToken);
            return (process.ExitCode, $"{await output} {await errors}".Trim());
        }
        catch (Win32Exception e)
        {
            return (127, e.Message);
        }
    }
}
