using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace EventSourcingBench.Api.Tests;

public sealed class ProcessTests
{
    [Theory]
    [InlineData("--colour blue", 2, "--store, --urls")]
    [InlineData("--store-option memory", 2, "is not key=value")]
    [InlineData("--store memorie", 2, "did you mean memory")]
    [InlineData("--store memory --store-option memory.dely=5ms", 2, "memory.delay")]
    [InlineData("--store memory --store-option memory.delay=soon", 2, "memory.delay=soon")]
    [InlineData("--store memory --servers moon", 2, "auto")]
    [InlineData("--store memory --namespace 7up", 2, "is not a namespace")]
    [InlineData("--store memory --urls ftp://127.0.0.1:0", 2, "http://HOST:PORT")]
    [InlineData("--store memory --urls http://localhost:0", 2, "must be an address")]
    [InlineData("--store memory --urls 5080", 2, "http://HOST:PORT")]
    public async Task A_wrong_argument_ends_with_what_is_valid(string arguments, int exitCode, string words)
    {
        using var process = Start(arguments);

        var error = await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();

        error.ShouldContain(words);
        error.ShouldNotContain("   at ");
        process.ExitCode.ShouldBe(exitCode);
    }

    [Fact]
    public async Task A_port_that_is_taken_is_said_to_be()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var port = ((IPEndPoint)taken.LocalEndpoint).Port;
        using var process = Start($"--store memory --urls http://127.0.0.1:{port}");

        var error = await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();

        error.ShouldContain("address already in use");
        error.ShouldNotContain("   at ");
        process.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task Help_lists_the_options()
    {
        using var process = Start("--help");

        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();

        output.ShouldContain("--store-option");
        output.ShouldContain("--allow-reset");
        process.ExitCode.ShouldBe(0);
    }

    [Fact]
    public async Task It_says_where_it_listens_and_stops_on_SIGTERM_leaving_nothing()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "There is no SIGTERM on Windows.");
        var folder = Directory.CreateTempSubdirectory("api-tests-");
        using var process = Start($"--store sqlite,memory --urls http://127.0.0.1:0 --data-folder {folder.FullName}");
        var line = (await process.StandardOutput.ReadLineAsync()).ShouldNotBeNull();
        line.ShouldStartWith("listening on http://127.0.0.1:");
        using (var client = new HttpClient { BaseAddress = new Uri(line["listening on ".Length..]) })
        {
            (await client.GetStringAsync("/stores")).ShouldContain("sqlite");
            folder.GetDirectories("sqlite-*").ShouldHaveSingleItem();
        }

        using var kill = Process.Start("kill", ["-TERM", $"{process.Id}"]);
        (await process.StandardOutput.ReadToEndAsync()).ShouldBeEmpty();
        (await process.StandardError.ReadToEndAsync()).ShouldBeEmpty();
        await process.WaitForExitAsync();

        process.ExitCode.ShouldBe(0);
        folder.GetFileSystemInfos().ShouldBeEmpty();
        folder.Delete();
    }

    private static Process Start(string arguments)
    {
        var assembly = Path.ChangeExtension(typeof(ApiHost).Assembly.Location, ".dll");
        return Process.Start(new ProcessStartInfo("dotnet", $"\"{assembly}\" {arguments}")
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Path.GetTempPath(),
        }).ShouldNotBeNull();
    }
}
