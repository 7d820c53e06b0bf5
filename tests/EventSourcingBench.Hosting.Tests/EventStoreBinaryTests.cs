namespace EventSourcingBench.Hosting.Tests;

public sealed class EventStoreBinaryTests : IDisposable
{
    private readonly TempFolder _temp = new();

    public void Dispose()
    {
        Environment.SetEnvironmentVariable("EVENTSOURCINGBENCH_KURRENTDB_SERVER", null);
        _temp.Dispose();
    }

    [Theory]
    [InlineData("server.dll", "dotnet")]
    [InlineData("kurrentd", null)]
    public void The_environment_names_an_executable_or_an_assembly(string name, string? runner)
    {
        var path = Path.Combine(_temp.Path, name);
        File.WriteAllText(path, "");
        Environment.SetEnvironmentVariable("EVENTSOURCINGBENCH_KURRENTDB_SERVER", path);

        var (binary, unavailable) = EventStoreBinary.Find("kurrentdb");
        unavailable.ShouldBeNull();
        binary.ShouldNotBeNull().Command("--insecure").ShouldBe(runner is null ? [path, "--insecure"] : [runner, path, "--insecure"]);
    }

    [Fact]
    public async Task A_path_that_is_not_there_is_said_with_its_variable()
    {
        Environment.SetEnvironmentVariable("EVENTSOURCINGBENCH_KURRENTDB_SERVER", Path.Combine(_temp.Path, "nowhere"));
        var unavailable = (await new LocalProvisioner().CheckAsync("kurrentdb", TestContext.Current.CancellationToken)).ShouldNotBeNull();
        unavailable.Reason.ShouldStartWith("EVENTSOURCINGBENCH_KURRENTDB_SERVER names");
        unavailable.Reason.ShouldContain("nowhere");

        await using var pool = new ServerPool(new ServerPoolOptions { WorkFolder = _temp.Path });
        var joined = (await pool.CheckAsync("kurrentdb", TestContext.Current.CancellationToken)).ShouldNotBeNull();
        joined.Reason.ShouldStartWith(unavailable.Reason);
        joined.Reason.ShouldContain("EVENTSOURCINGBENCH_KURRENTDB is not set.");
        joined.Fix.ShouldStartWith("Set EVENTSOURCINGBENCH_KURRENTDB_SERVER");
    }

    [Fact]
    public async Task A_server_that_does_not_start_is_told_in_its_own_words()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Servers are not started from binaries on Windows.");
        var path = Path.Combine(_temp.Path, "kurrentd");
        File.WriteAllText(path, "#!/bin/sh\necho no room left\nexit 3\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        Environment.SetEnvironmentVariable("EVENTSOURCINGBENCH_KURRENTDB_SERVER", path);

        var thrown = await Should.ThrowAsync<Abstractions.StoreUnavailableException>(() => new LocalProvisioner().StartAsync(
            new Abstractions.ServerRequest("kurrentdb", Path.Combine(_temp.Path, "data")), TestContext.Current.CancellationToken));
        thrown.Message.ShouldBe($"EVENTSOURCINGBENCH_KURRENTDB_SERVER names {path}, which did not start. Its last words: no room left.");

        await using var pool = new ServerPool(new ServerPoolOptions { WorkFolder = _temp.Path });
        (await Should.ThrowAsync<Abstractions.StoreUnavailableException>(() => pool.AcquireAsync("kurrentdb", TestContext.Current.CancellationToken)))
            .Message.ShouldStartWith(thrown.Message + " No other kurrentdb server: EVENTSOURCINGBENCH_KURRENTDB is not set.");
    }

    [Fact]
    public async Task The_kinds_that_nobody_starts_are_said_to_be()
    {
        var unavailable = (await new LocalProvisioner().CheckAsync("oracle", TestContext.Current.CancellationToken)).ShouldNotBeNull();
        unavailable.ToString().ShouldContain("EVENTSOURCINGBENCH_ORACLE");
    }
}
