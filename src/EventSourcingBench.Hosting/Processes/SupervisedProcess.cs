namespace EventSourcingBench.Hosting.Processes;

/// <summary>A child process that never outlives its runner. It is started through a small shell script in a separate session, so that the
/// terminal's Ctrl-C does not reach it; the script holds the other end of a pipe, and when the runner closes it or dies, even by SIGKILL,
/// it stops the process, kills what is left of its group and removes its folder.</summary>
/// <remarks>On Windows the process is started directly: it is stopped by <see cref="DisposeAsync"/> alone, so that a runner that is killed
/// leaves it behind, and a folder is not removed.</remarks>
public sealed class SupervisedProcess : IAsyncDisposable
{
    private const int KeptErrorLines = 40;
    private const int KilledExitCode = 137;
    // The script has to be in a separate session before it starts: the terminal's signals must never reach it.
    private const string Launcher =
        """command -v setsid >/dev/null 2>&1 && exec setsid sh -c "$@"; exec perl -MPOSIX=setsid -e 'setsid(); exec @ARGV' sh -c "$@" """;

    private static readonly string Script = ReadScript();
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan DrainLimit = TimeSpan.FromSeconds(1);

    private readonly SupervisedProcessOptions _options;
    // What the line begins with in which the supervisor says the id of the process.
    private readonly string _token = $"supervisor-{Guid.NewGuid():N}";
    private readonly Process _process;
    private readonly ConcurrentQueue<string> _errors = new();
    private readonly TaskCompletionSource<int> _processId = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Task _reading = Task.CompletedTask;
    private bool _hasStarted;
    private bool _disposed;

    private SupervisedProcess(SupervisedProcessOptions options)
    {
        _options = options;
        _process = new Process { StartInfo = StartOf(options) };
    }

    /// <summary>The id of the process itself, not of its supervisor.</summary>
    public int ProcessId => _processId.Task.Result;

    /// <summary>Ends with the exit code when the process has ended, by itself or not; 128 + n after signal n.</summary>
    public Task<int> Exited { get; private set; } = Task.FromResult(0);

    public int? ExitCode => Exited.IsCompletedSuccessfully ? Exited.Result : null;

    /// <summary>The last lines of its standard error, at most 40.</summary>
    public IReadOnlyList<string> LastErrors => [.. _errors];

    /// <summary>Starts a process. That its executable is missing shows as exit code 127 (126: not executable).</summary>
    /// <exception cref="StoreUnavailableException">The supervisor itself could not be started; the message says why.</exception>
    public static async Task<SupervisedProcess> StartAsync(SupervisedProcessOptions options, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var supervised = new SupervisedProcess(options);
        try
        {
            supervised.Start();
            await supervised._processId.Task.WaitAsync(StartLimit, cancellationToken);
            return supervised;
        }
        catch (Exception e)
        {
            // Its supervisor must not remove the folder: another attempt may need what is there.
            if (supervised._hasStarted && options.FolderToRemove is not null)
                KillTree(supervised._process.Id);

            await supervised.DisposeAsync();
            if (e is not (Win32Exception or TimeoutException or InvalidOperationException))
                throw;

            throw new StoreUnavailableException(
                $"{options.FileName} could not be started: {e.Message} {string.Join(' ', supervised.LastErrors)}", e);
        }
    }

    /// <summary>Kills the process and everything below it at once, as a crash would (SIGKILL).</summary>
    public void Kill()
    {
        if (ExitCode is null)
            KillTree(ProcessId);
    }

    /// <summary>Stops the process, waits for its end and removes its folder unless the process has ended before.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_disposed)
            return;

        _disposed = true;
        using var process = _process;
        if (!_hasStarted)
            return;

        if (OperatingSystem.IsWindows())
            KillTree(process.Id);

        try
        {
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The supervisor is gone already.
        }

        try
        {
            await Exited.WaitAsync(_options.Grace + EndLimit);
        }
        catch (TimeoutException)
        {
            KillTree(process.Id);
            await Exited;
        }
    }

    private void Start()
    {
        CpuAffinity.Start(_options.Cpus, () => _process.Start());
        _hasStarted = true;
        if (OperatingSystem.IsWindows())
            _processId.SetResult(_process.Id);

        _reading = Task.WhenAll(PumpAsync(_process.StandardOutput, OnOutput), PumpAsync(_process.StandardError, OnError));
        Exited = WaitAsync();
    }

    private async Task<int> WaitAsync()
    {
        await _process.WaitForExitAsync();
        // Its last words come by pipes, which what it left behind may hold open.
        await Task.WhenAny(_reading, Task.Delay(DrainLimit));
        _processId.TrySetException(new InvalidOperationException("The supervisor has ended."));
        // Where it was the supervisor that was killed, the process must not go on without one.
        if (_process.ExitCode == KilledExitCode && _processId.Task.IsCompletedSuccessfully)
            KillTree(ProcessId);

        return _process.ExitCode;
    }

    private void OnError(string line)
    {
        _errors.Enqueue(line);
        if (_errors.Count > KeptErrorLines)
            _errors.TryDequeue(out _);
    }

    private void OnOutput(string line)
    {
        if (line.StartsWith(_token, StringComparison.Ordinal))
            _processId.TrySetResult(int.Parse(line.AsSpan(_token.Length), CultureInfo.InvariantCulture));
        else
            _options.OnOutput?.Invoke(line);
    }

    private ProcessStartInfo StartOf(SupervisedProcessOptions options)
    {
        var tenths = (int)Math.Max(1, Math.Ceiling(options.Grace.TotalSeconds * 10));
        var start = OperatingSystem.IsWindows()
            ? new ProcessStartInfo(options.FileName, options.Arguments)
            : new ProcessStartInfo("/bin/sh", [
                "-c", Launcher, "launcher", Script, "supervisor", _token, tenths.ToString(CultureInfo.InvariantCulture),
                options.StopSignal == StopSignal.Quit ? "QUIT" : "TERM", options.FolderToRemove ?? "", options.FileName,
                .. options.Arguments]);
        start.UseShellExecute = false;
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        start.WorkingDirectory = options.WorkingDirectory ?? "";
        foreach (var (name, value) in options.Environment)
            start.Environment[name] = value;

        return start;
    }

    private static string ReadScript()
    {
        using var reader = new StreamReader(typeof(SupervisedProcess).Assembly.GetManifestResourceStream("supervisor.sh")!);
        return reader.ReadToEnd();
    }

    private static async Task PumpAsync(StreamReader reader, Action<string> take)
    {
        while (await reader.ReadLineAsync() is { } line)
            take(line);
    }

    private static void KillTree(int processId)
    {
        try
        {
            using var process = Process.GetProcessById(processId);
            process.Kill(entireProcessTree: true);
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception)
        {
            // It has ended meanwhile, which is what was wanted.
        }
    }
}

public sealed record SupervisedProcessOptions
{
    /// <summary>The executable: a path, or a name that is looked for in PATH.</summary>
    public required string FileName { get; init; }

    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>Variables to set besides this process's own; null removes one. Default: none.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } = new Dictionary<string, string?>(StringComparer.Ordinal);

    /// <summary>Where it runs. Default: this process's working directory.</summary>
    public string? WorkingDirectory { get; init; }

    /// <summary>A folder that is removed after the process has been stopped, also when the runner dies; it stays where the process has
    /// ended by itself or was killed. Default: none.</summary>
    public string? FolderToRemove { get; init; }

    /// <summary>The processors that it is started on. Default: null, those of this process.</summary>
    public CpuSet? Cpus { get; init; }

    public StopSignal StopSignal { get; init; } = StopSignal.Terminate;

    /// <summary>How long it has after it was asked to stop before it is killed; 0.1 s or more. Default: 5 s.</summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Is given each line of its standard output, one at a time; must not throw. Default: none.</summary>
    public Action<string>? OnOutput { get; init; }
}
