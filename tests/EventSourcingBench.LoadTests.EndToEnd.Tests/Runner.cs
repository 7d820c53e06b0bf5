namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>The command as a process, with a time limit and its output captured.</summary>
internal sealed class Runner : IAsyncDisposable
{
    // Against what hangs: a busy machine takes its time.
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(3);

    private readonly Stopwatch _watch = Stopwatch.StartNew();
    private readonly ConcurrentQueue<string> _output = new();
    private readonly ConcurrentQueue<string> _errors = new();
    private readonly Process _process;

    private Runner(ProcessStartInfo start)
    {
        _process = new Process { StartInfo = start };
        _process.OutputDataReceived += (_, e) => Add(_output, e.Data);
        _process.ErrorDataReceived += (_, e) => Add(_errors, e.Data);
        _process.Start();
        _process.StandardInput.Close();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    public int ProcessId => _process.Id;

    /// <summary>Runs the command to its end.</summary>
    public static async Task<Ended> RunAsync(RunnerOptions options, string arguments)
    {
        await using var runner = Start(options, arguments);
        return await runner.EndAsync();
    }

    /// <summary>Starts the command.</summary>
    public static Runner Start(RunnerOptions options, string arguments)
    {
        // Tests in the background of a script ignore SIGINT, and so would the command.
        var dotnet = Environment.ProcessPath is { } path && Path.GetFileName(path) == "dotnet" ? path : "dotnet";
        string[] command =
            ["env", "--default-signal=INT", .. options.Prefix, dotnet, Places.Command, .. EndToEnd.Tests.Command.Split(arguments)];
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            WorkingDirectory = options.WorkingDirectory,
        };
        // The tests name the server that is used, not the environment that they run in.
        start.Environment.Remove(EnvironmentProvisioner.Variable("postgres"));
        foreach (var (name, value) in options.Environment)
            start.Environment[name] = value;

        return new Runner(start);
    }

    /// <summary>Waits until it has said something on its standard output.</summary>
    public async Task SaysAsync(string words)
    {
        while (!Text(_output).Contains(words, StringComparison.Ordinal))
        {
            (_process.HasExited || _watch.Elapsed > Limit).ShouldBeFalse($"it did not say '{words}' but: {Text(_output)}\n{Text(_errors)}");
            await Task.Delay(20);
        }
    }

    /// <summary>What follows some words in the line that has them.</summary>
    public async Task<string> TellsAfterAsync(string words)
    {
        await SaysAsync(words);
        return Text(_output).Split('\n').First(l => l.Contains(words, StringComparison.Ordinal)).Split(words)[1].Trim();
    }

    /// <summary>Sends it a signal, as a terminal does for Ctrl-C.</summary>
    public Task SignalAsync(string signal) => Signals.SendAsync(signal, ProcessId);

    /// <summary>Waits for its end.</summary>
    public async Task<Ended> EndAsync()
    {
        using var limit = new CancellationTokenSource(Limit);
        try
        {
            await _process.WaitForExitAsync(limit.Token);
        }
        catch (OperationCanceledException)
        {
            Assert.Fail($"It did not end within {Limit.TotalSeconds} s. It said: {Text(_output)}\n{Text(_errors)}");
        }

        return new Ended(_process.ExitCode, Text(_output), Text(_errors));
    }

    public ValueTask DisposeAsync()
    {
        // Its supervisors stop what it started.
        if (!_process.HasExited)
            _process.Kill();

        _process.Dispose();
        return ValueTask.CompletedTask;
    }

    // Null is the end of the stream.
    private static void Add(ConcurrentQueue<string> lines, string? line)
    {
        if (line is not null)
            lines.Enqueue(line + Environment.NewLine);
    }

    private static string Text(ConcurrentQueue<string> lines) => string.Concat(lines);
}

/// <summary>What the command is started with besides its arguments.</summary>
internal sealed record RunnerOptions
{
    public static readonly RunnerOptions Default = new();

    /// <summary>What stands before the command, such as <c>setpriv</c> and its arguments.</summary>
    public IReadOnlyList<string> Prefix { get; init; } = [];

    /// <summary>Variables besides those of the tests; null takes one away.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } = new Dictionary<string, string?>(StringComparer.Ordinal);

    /// <summary>Where it is started.</summary>
    public string WorkingDirectory { get; init; } = "/";

    /// <summary>Runs as an ordinary user, who may write to a folder; the test is skipped where this process cannot become one.</summary>
    public static RunnerOptions AsNobody(string home)
    {
        Assert.SkipUnless(System.Environment.IsPrivilegedProcess, "this is an ordinary user already: the other tests show it");
        Assert.SkipUnless(File.Exists("/usr/bin/setpriv"), "setpriv is not there to become an ordinary user");
        File.SetUnixFileMode(home, (UnixFileMode)Convert.ToInt32("777", 8));
        string[] prefix = ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "--"];
        return (Default with { Prefix = prefix }).With("HOME", home).With("TMPDIR", home);
    }

    public RunnerOptions With(string variable, string? value) =>
        this with { Environment = new Dictionary<string, string?>(Environment, StringComparer.Ordinal) { [variable] = value } };
}
