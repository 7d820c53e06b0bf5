namespace EventSourcingBench.Api.Tests;

public sealed class ProcessTests
{
    [Theory]
    [InlineData("--colour blue", "--store, --urls")]
    [InlineData("--store-option memory", "is not key=value")]
    [InlineData("--store memorie", "did you mean memory")]
    [InlineData("--store memory --store-option memory.dely=5ms", "memory.delay")]
    [InlineData("--store memory --store-option memory.delay=soon", "memory.delay=soon")]
    [InlineData("--store memory --servers moon", "auto")]
    [InlineData("--store memory --namespace 7up", "is not a namespace")]
    [InlineData("--store memory --urls ftp://127.0.0.1:0", "http://HOST:PORT")]
    [InlineData("--store memory --urls http://localhost:0", "must be an address")]
    [InlineData("--store memory --urls http://127.0.0.1:99999", "http://HOST:PORT")]
    [InlineData("--store memory --urls http://127.0.0.l:0", "must be an address")]
    [InlineData("--store memory --urls 5080", "http://HOST:PORT")]
    [InlineData("health", "health takes one address")]
    [InlineData("health not-an-address", "health takes one address")]
    [InlineData("health file:///etc/passwd", "health takes one address")]
    [InlineData("--help", "--store-option", 0)]
    public async Task A_wrong_argument_ends_with_what_is_valid_and_help_with_the_options(string arguments, string words, int code = 2)
    {
        var (exitCode, output, errors) = await RoutedConsole.RunAsync(() => ApiHost.RunAsync(arguments.Split(' ')));

        (code == 0 ? output : errors).ShouldContain(words);
        errors.ShouldNotContain("   at ");
        exitCode.ShouldBe(code);
    }

    [Fact]
    public async Task A_port_that_is_taken_is_said_to_be()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        await A_wrong_argument_ends_with_what_is_valid_and_help_with_the_options(
            $"--store memory --urls http://{taken.LocalEndpoint}", "address already in use");
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
}
