namespace EventSourcingBench.Hosting.Tests;

public sealed class SupervisedProcessTests : TempFolderTest
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task Output_exit_code_and_last_errors_are_those_of_the_process_and_variables_are_set_and_removed()
    {
        var lines = new List<string>();
        var options = Shell("echo one; echo \"[$ESB_A][$HOME]\"; printf three; echo sorry >&2; exit 7", lines.Add) with
        {
            Environment = new Dictionary<string, string?> { ["ESB_A"] = "a b", ["HOME"] = null },
        };
        await using var process = await SupervisedProcess.StartAsync(options, CancellationToken.None);

        (await process.Exited.WaitAsync(Limit)).ShouldBe(7);
        process.ExitCode.ShouldBe(7);
        lines.ShouldBe(["one", "[a b][]", "three"]);
        process.LastErrors.ShouldBe(["sorry"]);
    }

    [Fact]
    public async Task An_executable_that_is_not_there_ends_with_127_and_says_so()
    {
        await using var process = await SupervisedProcess.StartAsync(
            new SupervisedProcessOptions { FileName = "no-such-executable" }, CancellationToken.None);

        (await process.Exited.WaitAsync(Limit)).ShouldBe(127);
        process.LastErrors.ShouldContain(l => l.Contains("no-such-executable"));
    }

    [Theory]
    [InlineData(false, 128 + 15)]
    [InlineData(true, 128 + 9)]
    public async Task Disposing_stops_the_process_and_removes_its_folder_which_stays_where_it_was_killed(bool isKilled, int exitCode)
    {
        var folder = Temp.Folder("data");
        var process = await SupervisedProcess.StartAsync(Sleep(folder), CancellationToken.None);
        Waiting.IsAlive(process.ProcessId).ShouldBeTrue();
        if (isKilled)
        {
            process.Kill();
            await process.Exited.WaitAsync(Limit);
        }

        Directory.Exists(folder).ShouldBeTrue();
        await process.DisposeAsync();

        (Waiting.IsAlive(process.ProcessId), Directory.Exists(folder), process.ExitCode).ShouldBe((false, isKilled, exitCode));
    }

    [Fact]
    public async Task A_process_that_will_not_stop_is_killed_after_the_grace_time()
    {
        var said = new TaskCompletionSource();
        var process = await StartAsync("trap '' TERM; echo ready; while :; do sleep 0.05; done", _ => said.TrySetResult());
        await said.Task.WaitAsync(Limit);
        await process.DisposeAsync();
        process.ExitCode.ShouldBe(128 + 9);
    }

    [Fact]
    public async Task What_the_process_left_running_in_its_group_goes_with_it()
    {
        var straggler = 0;
        await using var process = await StartAsync(
            "sleep 300 & echo $!; exit 0", line => straggler = int.Parse(line, CultureInfo.InvariantCulture));
        await process.Exited.WaitAsync(Limit);
        straggler.ShouldBeGreaterThan(0);
        await Waiting.UntilAsync(() => !Waiting.IsAlive(straggler), "the straggler is gone");
    }

    [Fact]
    public async Task A_runner_that_is_killed_takes_process_and_folder_with_it()
    {
        var folder = Temp.Folder("data");
        using var owner = StartOwner("dotnet", [OwnerAssembly, "process", folder]);
        var child = await ChildIdAsync(owner);
        Waiting.IsAlive(child).ShouldBeTrue();
        owner.Kill();
        await Waiting.UntilAsync(() => !Waiting.IsAlive(child), "the process is gone");
        await Waiting.UntilAsync(() => !Directory.Exists(folder), "its folder is removed");
    }

    [Fact]
    public async Task A_supervisor_that_is_killed_takes_the_process_with_it()
    {
        await using var process = await SupervisedProcess.StartAsync(Sleep(Temp.Folder("data")), CancellationToken.None);
        using (var supervisor = Process.GetProcessById(ParentOf(process.ProcessId)))
            supervisor.Kill();

        await process.Exited.WaitAsync(Limit);
        await Waiting.UntilAsync(() => !Waiting.IsAlive(process.ProcessId), "the process is gone");
    }

    [Fact]
    public async Task The_terminals_interrupt_reaches_the_runner_but_not_the_process()
    {
        var folder = Temp.Folder("data");
        // The owner leads a separate group here, as it does in a terminal: a signal to the group is what Ctrl-C is. A
        // script that runs the tests in its background has that signal ignored.
        using var owner = StartOwner("env", ["--default-signal=INT", "setsid", "dotnet", OwnerAssembly, "process", folder]);
        var child = await ChildIdAsync(owner);
        GroupOf(owner.Id).ShouldBe(owner.Id);
        GroupOf(child).ShouldNotBe(owner.Id);
        GroupOf(ParentOf(child)).ShouldNotBe(owner.Id, "the supervisor must not hear it either");

        using (var interrupt = Process.Start("sh", ["-c", $"kill -s INT -- -{owner.Id}"]))
            await interrupt.WaitForExitAsync();

        (await owner.StandardOutput.ReadLineAsync().WaitAsync(Limit)).ShouldBe("interrupted");
        await Task.Delay(300);
        Waiting.IsAlive(child).ShouldBeTrue();
        owner.Kill();
        await Waiting.UntilAsync(() => !Directory.Exists(folder), "its folder is removed");
    }

    private static string OwnerAssembly => Path.Combine(AppContext.BaseDirectory, "EventSourcingBench.TestOwner.dll");

    private static SupervisedProcessOptions Sleep(string folder) =>
        new() { FileName = "sleep", Arguments = ["300"], FolderToRemove = folder };

    private static SupervisedProcessOptions Shell(string script, Action<string> onOutput) =>
        new() { FileName = "sh", Arguments = ["-c", script], OnOutput = onOutput, Grace = TimeSpan.FromSeconds(0.5) };

    private static Task<SupervisedProcess> StartAsync(string script, Action<string> onOutput) =>
        SupervisedProcess.StartAsync(Shell(script, onOutput), CancellationToken.None);

    private static Process StartOwner(string command, string[] arguments) =>
        Process.Start(new ProcessStartInfo(command, arguments) { RedirectStandardOutput = true, UseShellExecute = false })!;

    private static async Task<int> ChildIdAsync(Process owner)
    {
        var line = await owner.StandardOutput.ReadLineAsync().WaitAsync(Limit);
        return int.Parse(line.ShouldNotBeNull().Split(' ')[1], CultureInfo.InvariantCulture);
    }

    private static int ParentOf(int processId) => int.Parse(StatusOf(processId)[1], CultureInfo.InvariantCulture);

    private static int GroupOf(int processId) => int.Parse(StatusOf(processId)[2], CultureInfo.InvariantCulture);

    // The fields behind the name, which is in brackets.
    private static string[] StatusOf(int processId) => File.ReadAllText($"/proc/{processId}/stat").Split(") ")[^1].Split(' ');
}
