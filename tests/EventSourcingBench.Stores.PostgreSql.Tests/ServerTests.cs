using System.Diagnostics;
using System.Runtime.Versioning;

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
            using var postmaster = Process.GetProcessById(processId);
            postmaster.ProcessName.ShouldBe("postgres");
            if (Environment.IsPrivilegedProcess)
                UserOf(processId).ShouldNotBe(0);
        }

        Waiting.IsAlive(processId).ShouldBeFalse();
        Directory.EnumerateDirectories(Work).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_runner_that_is_killed_takes_its_server_with_it()
    {
        await (await PoolAsync()).DisposeAsync();
        using var owner = StartOwner([], Work);
        var (processId, _) = await ServerOfAsync(owner);

        owner.Kill();

        await Waiting.UntilAsync(() => !Waiting.IsAlive(processId), "the server is gone");
        await Waiting.UntilAsync(() => !Directory.EnumerateDirectories(Work).Any(), "its data is removed");
    }

    [Fact]
    public async Task An_ordinary_user_has_a_server_too()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "this is an ordinary user already: the other tests show it");
        Assert.SkipUnless(File.Exists("/usr/bin/setpriv"), "setpriv is not there to become an ordinary user");
        Assert.SkipUnless(IsOpenToOthers(new(AppContext.BaseDirectory)), "the tests are in a folder that is closed to other users");
        await (await PoolAsync()).DisposeAsync();
        var folder = Path.Combine(Work, "of-nobody");
        Directory.CreateDirectory(folder);
        File.SetUnixFileMode(folder, (UnixFileMode)Convert.ToInt32("777", 8));
        using var owner = StartOwner(["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "--"], folder);
        var (processId, connectionString) = await ServerOfAsync(owner);

        UserOf(processId).ShouldBe(UserOf(owner.Id));
        UserOf(processId).ShouldNotBe(0);
        (await AskAsync(connectionString, "select '1'")).ShouldBe("1");
        owner.StandardInput.Close();
        await owner.WaitForExitAsync();

        owner.ExitCode.ShouldBe(0);
        Waiting.IsAlive(processId).ShouldBeFalse();
        Directory.EnumerateDirectories(folder).ShouldBeEmpty();
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
    public void It_is_durable_in_a_container_too_and_takes_its_password_there()
    {
        var container = PostgresServer.Kind.Container.ShouldNotBeNull();

        container.Command.ShouldBeSubsetOf(["postgres", "-c", .. container.Command.Where(c => c.Contains('='))]);
        new[] { "fsync=on", "synchronous_commit=on", "full_page_writes=on" }.ShouldBeSubsetOf(container.Command);
        container.PasswordVariable.ShouldBe("POSTGRES_PASSWORD");
        container.Environment["PGDATA"].ShouldStartWith(container.DataFolder + "/");
        container.ConnectionString(4711, "secret").ShouldContain("Password=secret");
    }

    private static Process StartOwner(string[] prefix, string folder)
    {
        var program = Path.Combine(AppContext.BaseDirectory, "EventSourcingBench.TestOwner.dll");
        string[] command = [.. prefix, "dotnet", program, "server", folder];
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

    private static bool IsOpenToOthers(DirectoryInfo? folder) =>
        folder is null || (folder.UnixFileMode.HasFlag(UnixFileMode.OtherExecute) && IsOpenToOthers(folder.Parent));
}
