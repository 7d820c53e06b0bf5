using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting.Tests;

[UnsupportedOSPlatform("windows")]
public sealed class LocalPostgresTests : IDisposable
{
    private const string Kind = "postgres";
    private readonly RunWorkFolder _work = RunWorkFolder.Create();

    public void Dispose() => _work.Dispose();

    [Fact]
    public async Task It_serves_durably_on_loopback_and_leaves_nothing_behind()
    {
        Psql.SkipWithoutServer();
        int processId;
        await using (var pool = Pool())
        {
            (await pool.CheckAsync(Kind)).ShouldBeNull();
            var server = await pool.AcquireAsync(Kind);
            (await pool.AcquireAsync(Kind)).ShouldBeSameAs(server);
            processId = server.ProcessId.ShouldNotBeNull();
            server.Origin.ShouldEndWith("/postgres");
            (await SettingsAsync(server)).ShouldBe("on|on|on|127.0.0.1");
            using var postmaster = Process.GetProcessById(processId);
            postmaster.ProcessName.ShouldBe("postgres");
            if (Environment.IsPrivilegedProcess)
            {
                UserOf(processId).ShouldNotBe(0);
            }
        }

        Waiting.IsAlive(processId).ShouldBeFalse();
        Directory.EnumerateDirectories(_work.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task Killed_and_started_again_it_has_what_was_committed_at_the_same_address()
    {
        Psql.SkipWithoutServer();
        await using (var pool = Pool())
        {
            var server = await pool.AcquireAsync(Kind);
            server.CanRestart.ShouldBeTrue();
            await Psql.AskAsync(server.ConnectionString, "CREATE TABLE kept (n int)");
            for (var i = 1; i <= 2; i++)
            {
                await Psql.AskAsync(server.ConnectionString, "INSERT INTO kept VALUES (1)");
                var before = server.ProcessIds.ShouldHaveSingleItem();

                await server.KillAndRestartAsync();

                Waiting.IsAlive(before).ShouldBeFalse();
                Waiting.IsAlive(server.ProcessIds.ShouldHaveSingleItem()).ShouldBeTrue();
                (await Psql.AskAsync(server.ConnectionString, "SELECT count(*) FROM kept")).ShouldBe($"{i}");
            }
        }

        Directory.EnumerateDirectories(_work.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task Two_pools_at_once_have_a_server_each()
    {
        Psql.SkipWithoutServer();
        await using var one = Pool();
        await using var two = Pool();

        var servers = await Task.WhenAll(one.AcquireAsync(Kind), two.AcquireAsync(Kind));

        servers[0].ConnectionString.ShouldNotBe(servers[1].ConnectionString);
        await Task.WhenAll(servers.Select(SettingsAsync));
    }

    [Fact]
    public async Task A_port_that_was_taken_meanwhile_is_given_up_for_another()
    {
        Psql.SkipWithoutServer();
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        var taken = ((IPEndPoint)other.LocalEndpoint).Port;
        var ports = new Queue<int>([taken, FreePort()]);
        await using var pool = new ServerPool(Options(), new LocalPostgresProvisioner(PostgresBinaries.Find, ports.Dequeue));

        var server = await pool.AcquireAsync(Kind);

        server.ConnectionString.ShouldNotContain($"Port={taken};");
        (await SettingsAsync(server)).ShouldStartWith("on|");
    }

    [Fact]
    public async Task A_server_that_does_not_start_is_quoted()
    {
        Psql.SkipWithoutServer();
        using var broken = new TempFolder();
        var real = PostgresBinaries.Find()!;
        // Its --version answers; as a server it ends with words of its own.
        Script(broken.Write("postgres", $"#!/bin/sh\n[ \"$1\" = --version ] && exec {real.Postgres} --version\necho 'FATAL: out of luck' >&2\nexit 1\n"));
        Script(broken.Write("initdb", $"#!/bin/sh\nexec {real.Initdb} \"$@\"\n"));
        await using var pool = new ServerPool(Options(), new LocalPostgresProvisioner(() => new PostgresBinaries(broken.Path), FreePort));

        var thrown = await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Kind));

        thrown.Message.ShouldContain("out of luck");
        Directory.EnumerateDirectories(_work.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task The_file_with_the_password_is_closed_to_others()
    {
        Psql.SkipWithoutServer();
        using var asking = new TempFolder();
        var real = PostgresBinaries.Find()!;
        Script(asking.Write("postgres", $"#!/bin/sh\nexec {real.Postgres} \"$@\"\n"));
        const string ask = "#!/bin/sh\nwhile [ \"$1\" != --pwfile ]; do shift; done\necho \"mode $(stat -c %a \"$2\")\"\nexit 1\n";
        Script(asking.Write("initdb", ask));
        await using var pool = new ServerPool(Options(), new LocalPostgresProvisioner(() => new PostgresBinaries(asking.Path), FreePort));

        var thrown = await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Kind));

        thrown.Message.ShouldEndWith("mode 600.");
    }

    [Fact]
    public async Task A_server_that_is_killed_in_the_middle_is_gone_and_cleaned_up_all_the_same()
    {
        Psql.SkipWithoutServer();
        await using (var pool = Pool())
        {
            var server = await pool.AcquireAsync(Kind);
            using var postmaster = Process.GetProcessById(server.ProcessId.ShouldNotBeNull());
            postmaster.Kill();
            await Waiting.UntilAsync(() => !Waiting.IsAlive(server.ProcessId.Value), "the server is gone");
        }

        Directory.EnumerateDirectories(_work.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task No_binaries_is_said_with_what_to_install()
    {
        await using var pool = new ServerPool(Options(), new LocalPostgresProvisioner(() => null, FreePort));

        var unavailable = (await pool.CheckAsync(Kind)).ShouldNotBeNull();

        unavailable.Reason.ShouldContain("no initdb and postgres");
        unavailable.Fix.ShouldContain("apt-get install postgresql");
        (await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Kind))).Message.ShouldContain("apt-get install postgresql");
    }

    [Fact]
    public async Task A_kind_that_nobody_starts_from_binaries_can_be_had_by_address()
    {
        await using var pool = Pool();

        (await pool.CheckAsync("oracle")).ShouldNotBeNull().Fix.ShouldContain("EVENTSOURCINGBENCH_ORACLE");
    }

    [Fact]
    public async Task A_runner_that_is_killed_takes_its_server_with_it()
    {
        Psql.SkipWithoutServer();
        using var owner = StartOwner([], _work.Path);
        var (processId, _) = await ServerOfAsync(owner);

        owner.Kill();

        await Waiting.UntilAsync(() => !Waiting.IsAlive(processId), "the server is gone");
        await Waiting.UntilAsync(() => !Directory.EnumerateDirectories(_work.Path).Any(), "its data is removed");
    }

    [Fact]
    public async Task An_ordinary_user_has_a_server_too()
    {
        Psql.SkipWithoutServer();
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "this is an ordinary user already: the other tests show it");
        Assert.SkipWhen(Executables.Find("setpriv") is null, "setpriv is not there to become an ordinary user");
        Assert.SkipUnless(WorkFolders.IsOpenToOthers(AppContext.BaseDirectory), "the tests are in a folder that is closed to other users");
        var folder = Path.Combine(_work.Path, "of-nobody");
        Directory.CreateDirectory(folder);
        File.SetUnixFileMode(folder, (UnixFileMode)Convert.ToInt32("777", 8));
        using var owner = StartOwner(["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "--"], folder);
        var (processId, connectionString) = await ServerOfAsync(owner);

        UserOf(processId).ShouldBe(UserOf(owner.Id));
        UserOf(processId).ShouldNotBe(0);
        (await Psql.AskAsync(connectionString, "select 1")).ShouldBe("1");
        owner.StandardInput.Close();
        await owner.WaitForExitAsync();

        owner.ExitCode.ShouldBe(0);
        Waiting.IsAlive(processId).ShouldBeFalse();
        Directory.EnumerateDirectories(folder).ShouldBeEmpty();
    }

    [Fact]
    public async Task As_root_a_closed_folder_is_said_to_be_closed()
    {
        Psql.SkipWithoutServer();
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "an ordinary user runs the server itself");
        File.SetUnixFileMode(_work.Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        await using var pool = Pool();

        var thrown = await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Kind));

        thrown.Message.ShouldContain("closed to others");
    }

    private ServerPoolOptions Options() => new() { WorkFolder = _work.Path, Mode = "local" };

    private ServerPool Pool() => new(Options());

    private static Task<string> SettingsAsync(ProvisionedServer server) => Psql.AskAsync(
        server.ConnectionString,
        "select concat_ws('|', current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'), current_setting('listen_addresses'))");

    private static Process StartOwner(string[] prefix, string folder)
    {
        string[] command = [.. prefix, "dotnet", Path.Combine(AppContext.BaseDirectory, "EventSourcingBench.TestOwner.dll"), "server", folder];
        return Process.Start(new ProcessStartInfo(command[0], command[1..])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            UseShellExecute = false,
            Environment = { ["HOME"] = Path.GetTempPath() },
        })!;
    }

    private static async Task<(int ProcessId, string ConnectionString)> ServerOfAsync(Process owner)
    {
        var line = await owner.StandardOutput.ReadLineAsync().WaitAsync(TimeSpan.FromSeconds(60));
        var words = line.ShouldNotBeNull().Split(' ');
        return (int.Parse(words[1], CultureInfo.InvariantCulture), words[2]);
    }

    private static int UserOf(int processId) => int.Parse(
        File.ReadLines($"/proc/{processId}/status").Single(l => l.StartsWith("Uid:", StringComparison.Ordinal)).Split('\t')[1],
        CultureInfo.InvariantCulture);

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    // The folder of a test is closed to others, and the server runs as another user.
    private static void Script(string file)
    {
        File.SetUnixFileMode(file, (UnixFileMode)Convert.ToInt32("755", 8));
        File.SetUnixFileMode(Path.GetDirectoryName(file)!, (UnixFileMode)Convert.ToInt32("755", 8));
    }
}
