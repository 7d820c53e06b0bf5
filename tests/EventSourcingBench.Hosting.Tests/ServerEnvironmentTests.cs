namespace EventSourcingBench.Hosting.Tests;

public sealed class ServerEnvironmentTests : IDisposable
{
    private static readonly string[] Foreign =
    [
        "ETCD_UNSAFE_NO_FSYNC", "PGAPPNAME", "UMADB_LISTEN", "EVENTSTORE_UNSAFE_DISABLE_FLUSH_TO_DISK", "KURRENTDB_MEM_DB",
        "KURRENTDB__DATABASE__MEM_DB", "MONGODB_CONFIG_OVERRIDE_NOFORK", "EVENTSOURCINGBENCH_POSTGRES_TEST",
    ];

    private readonly RunWorkFolder _work = RunWorkFolder.Create();

    public void Dispose()
    {
        foreach (var name in Foreign)
        {
            Environment.SetEnvironmentVariable(name, null);
        }

        _work.Dispose();
    }

    [Fact]
    public void Variables_that_servers_read_are_removed_and_all_others_stay()
    {
        foreach (var name in Foreign)
        {
            Environment.SetEnvironmentVariable(name, "true");
        }

        var changes = ServerEnvironment.With([new("PGPASSWORD", "own"), new("LC_ALL", "C")]);

        changes.Where(c => Foreign.Contains(c.Key)).Select(c => c.Value).ShouldBe(new string?[Foreign.Length]);
        changes["PGPASSWORD"].ShouldBe("own");
        changes["LC_ALL"].ShouldBe("C");
        changes.Keys.ShouldNotContain("PATH");
        changes.Keys.ShouldNotContain("HOME");
    }

    [Fact]
    public async Task An_etcd_that_is_started_here_takes_no_setting_from_this_process()
    {
        Assert.SkipWhen(EtcdBinary.Find() is null, "There is no etcd on this machine.");
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux shows the variables of a process.");
        Environment.SetEnvironmentVariable("ETCD_UNSAFE_NO_FSYNC", "true");
        await using var pool = new ServerPool(new ServerPoolOptions { WorkFolder = _work.Path, Mode = "local" });

        var server = await pool.AcquireAsync("etcd", TestContext.Current.CancellationToken);

        File.ReadAllText($"/proc/{server.ProcessId}/environ").ShouldNotContain("ETCD_UNSAFE_NO_FSYNC");
    }
}
