namespace EventSourcingBench.Api.Tests;

public sealed class ProcessTests
{
    [Fact]
    public Task A_wrong_argument_ends_with_what_is_valid() =>
        Snapshots.ShouldAnswerAsync("arguments.txt", async arguments => (await RunAsync(arguments, 2)).Errors.Trim());

    [Fact]
    public async Task A_port_that_is_taken_is_said_to_be_and_help_has_the_options()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        (await RunAsync($"--store memory --urls http://{taken.LocalEndpoint}", 2)).Errors.ShouldContain("address already in use");
        (await RunAsync("--help", 0)).Output.ShouldContain("--store-option");
    }

    [Fact]
    public async Task It_says_where_it_listens_and_stops_on_SIGTERM_leaving_nothing()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "There is no SIGTERM on Windows.");
        var folder = Directory.CreateTempSubdirectory("api-tests-");
        var assembly = Path.ChangeExtension(typeof(ApiHost).Assembly.Location, ".dll");
        var arguments = $"\"{assembly}\" --store sqlite,memory --urls http://127.0.0.1:0 --data-folder {folder.FullName}";
        using var process = Process.Start(new ProcessStartInfo("dotnet", arguments)
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Path.GetTempPath(),
        }).ShouldNotBeNull();
        var line = (await process.StandardOutput.ReadLineAsync()).ShouldNotBeNull();
        line.ShouldStartWith("listening on http://127.0.0.1:");
        using (var client = new HttpClient { BaseAddress = new Uri(line["listening on ".Length..]) })
        {
            (await client.GetStringAsync("/stores")).ShouldContain("sqlite");
            folder.GetDirectories("sqlite-*").ShouldHaveSingleItem();
            // A proxy is not asked for this machine.
            using var probe = Process.Start(new ProcessStartInfo("dotnet", [assembly, "health", $"{client.BaseAddress}health/ready"])
            { Environment = { ["http_proxy"] = "http://127.0.0.1:1" } }).ShouldNotBeNull();
            await probe.WaitForExitAsync();
            probe.ExitCode.ShouldBe(0);
        }

        using var kill = Process.Start("kill", ["-TERM", $"{process.Id}"]);
        (await process.StandardOutput.ReadToEndAsync()).ShouldBeEmpty();
        (await process.StandardError.ReadToEndAsync()).ShouldBeEmpty();
        await process.WaitForExitAsync();

        process.ExitCode.ShouldBe(0);
        folder.GetFileSystemInfos().ShouldBeEmpty();
        folder.Delete();
    }

    private static async Task<(string Output, string Errors)> RunAsync(string arguments, int code)
    {
        var (exitCode, output, errors) = await RoutedConsole.RunAsync(() => ApiHost.RunAsync(arguments.Split(' ')));
        exitCode.ShouldBe(code, errors);
        errors.ShouldNotContain("   at ");
        return (output, errors);
    }
}
