namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>Servers that are started from this machine's binaries.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class ServerTests() : LocalServerTest("postgres")
{
    private const string Kind = "postgres";

    [Fact]
    public async Task It_serves_durably_on_loopback_and_leaves_nothing_behind()
    {
        int processId;
        await using (var pool = await PoolAsync())
        {
            var server = await pool.AcquireAsync(Kind);
            processId = server.ProcessId.ShouldNotBeNull();
            server.Origin.ShouldEndWith("/postgres");
            (await AskAsync(
                server.ConnectionString,
                "select concat_ws('|', current_setting('fsync'), current_setting('full_page_writes'),"
                    + " current_setting('synchronous_commit'), current_setting('listen_addresses'))")).ShouldBe("on|on|on|127.0.0.1");
            var settings = await AskAsync(
                server.ConnectionString, "select string_agg(concat(name, '=', current_setting(name)), E'\n') from pg_settings");
            settings.Split('\n').Select(s => s.Split('=', 2))
                .Select(s => PostgresAdvice.AddTo(new EffectiveSetting(s[0], s[1])))
                .Where(s => s.Advice is not null).ShouldBeEmpty();
            using var postmaster = Process.GetProcessById(processId);
            postmaster.ProcessName.ShouldBe("postgres");
            if (Environment.IsPrivilegedProcess)
                UserOf(processId).ShouldNotBe(0);
        }

        Waiting.IsAlive(processId).ShouldBeFalse();
        Directory.EnumerateDirectories(Work).ShouldBeEmpty();
    }

    [Fact]
    public async Task As_root_a_closed_folder_is_said_to_be_closed()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "an ordinary user runs the server itself");
        File.SetUnixFileMode(Work, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        await using var pool = await PoolAsync();

        (await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Kind))).Message.ShouldContain("closed to others");
    }

    [Fact]
    public async Task Without_its_binaries_it_is_said_what_to_install()
    {
        var kind = PostgresServer.Kind with { Local = PostgresServer.Kind.Local! with { Executables = ["no-such-program"], Places = [] } };
        await using var pool = new ServerPool(new ServerPoolOptions { WorkFolder = Work, Mode = "local", Kinds = [kind] });
        (await pool.CheckAsync(Kind, Limit)).ShouldNotBeNull().Fix.ShouldContain("apt-get install postgresql");
    }

    [Fact]
    public void It_is_durable_in_a_container_too_and_takes_its_password_there()
    {
        var container = PostgresServer.Kind.Container.ShouldNotBeNull();

        container.Command.ShouldBeSubsetOf(["postgres", "-c", .. container.Command.Where(c => c.Contains('='))]);
        new[] { "fsync=on", "synchronous_commit=on", "full_page_writes=on" }.ShouldBeSubsetOf(container.Command);
        container.PasswordVariable.ShouldBe("POSTGRES_PASSWORD");
        container.Environment["PGDATA"].ShouldStartWith(container.DataFolder + "/");
        container.ConnectionString(4711, "secret").ShouldContain("Password=secret");
    }

    private static int UserOf(int processId) => int.Parse(
        File.ReadLines($"/proc/{processId}/status").Single(l => l.StartsWith("Uid:", StringComparison.Ordinal)).Split('\t')[1],
        CultureInfo.InvariantCulture);
}
