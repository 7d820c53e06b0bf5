using System.ComponentModel;
using System.Diagnostics;

namespace EventSourcingBench.Docker.Tests;

/// <summary>Compose's own opinion of the file, where its client is on this machine; it needs no engine for that.</summary>
public sealed class ComposeConfigTests
{
    public static TheoryData<string> Profiles =>
        new(Compose.Services.Values.SelectMany(s => Compose.Texts(s, "profiles")).Append("*").Distinct());

    [Theory]
    [MemberData(nameof(Profiles))]
    public async Task It_takes_the_file_with_the_profile(string profile)
    {
        var version = await RunAsync("compose", "version");
        Assert.SkipWhen(version.ExitCode != 0, $"There is no docker compose on this machine: {version.Words}");

        var config = await RunAsync(
            "compose", "-f", Path.Combine(Repository.Root, Compose.File), "--profile", profile, "config", "--quiet");

        config.ExitCode.ShouldBe(0, config.Words);
    }

    [Fact]
    public async Task Every_service_is_of_the_profile_that_the_readme_removes()
    {
        var version = await RunAsync("compose", "version");
        Assert.SkipWhen(version.ExitCode != 0, $"There is no docker compose on this machine: {version.Words}");

        var config = await RunAsync("compose", "-f", Path.Combine(Repository.Root, Compose.File), "--profile", "*", "config", "--services");

        config.Words.Split('\n', StringSplitOptions.TrimEntries).ShouldBe(Compose.Services.Keys, ignoreOrder: true);
    }

    private static async Task<(int ExitCode, string Words)> RunAsync(params string[] arguments)
    {
        var start = new ProcessStartInfo("docker", arguments)
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        using var process = new Process { StartInfo = start };
        try
        {
            process.Start();
        }
        catch (Win32Exception e)
        {
            return (127, e.Message);
        }

        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, $"{await output} {await errors}".Trim());
    }
}
