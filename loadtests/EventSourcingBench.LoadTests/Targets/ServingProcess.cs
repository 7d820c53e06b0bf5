namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A program of this tool that serves on a free port, which it says in a line.</summary>
internal sealed class ServingProcess : IAsyncDisposable
{
    public const string ReadyPrefix = "listening on ";

    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);
    private readonly SupervisedProcess _process;

    private ServingProcess(SupervisedProcess process, Uri address) => (_process, Address) = (process, address);

    public Uri Address { get; }

    public int ProcessId => _process.ProcessId;

    public bool IsRunning => !_process.Exited.IsCompleted;

    /// <summary>Starts a program, which messages call <paramref name="what"/>, until it serves; else throws its last words.</summary>
    public static async Task<ServingProcess> StartAsync(
        string what,
        Assembly program,
        IEnumerable<string> arguments,
        IReadOnlyDictionary<string, string?> environment,
        Func<string, Exception> failure,
        CancellationToken cancellationToken)
    {
        var ready = new TaskCompletionSource<Uri>(TaskCreationOptions.RunContinuationsAsynchronously);
        var process = await SupervisedProcess.StartAsync(
            new SupervisedProcessOptions
            {
                FileName = Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet",
                Arguments = [program.Location, .. arguments],
                Environment = new Dictionary<string, string?>([.. environment, InlineCompletions.OfChildren], StringComparer.Ordinal),
                OnOutput = line =>
                {
                    if (line.StartsWith(ReadyPrefix, StringComparison.Ordinal))
                        ready.TrySetResult(new Uri(line[ReadyPrefix.Length..]));
                },
            },
            cancellationToken);
        var started = await Task.WhenAny(ready.Task, process.Exited, Task.Delay(StartLimit, cancellationToken));
        if (started == ready.Task)
            return new ServingProcess(process, await ready.Task);

        var end = process.ExitCode is { } code
            ? $"{what} ended with exit code {code} before it served."
            : $"{what} did not serve within {StartLimit.TotalSeconds:0} s.";
        var words = string.Join(Environment.NewLine, process.LastErrors);
        await process.DisposeAsync();
        cancellationToken.ThrowIfCancellationRequested();
        throw failure(words.Length > 0 ? words : end);
    }

    /// <summary>Starts the API with one store on a place of its data, which stays at its end or is dropped.</summary>
    /// <exception cref="StoreFailureException">It ended or did not serve in time; the message has its own words.</exception>
    public static async Task<ServingProcess> StartApiAsync(StoreTarget target, string ns, bool keep, CancellationToken cancellationToken)
    {
        using var pinning = CpuAffinity.PinChildren(target.ApiCpus);
        return await StartAsync(
            "The API",
            typeof(Api.ApiHost).Assembly,
            Arguments(target, ns, keep),
            target.Server is { } server
                ? new Dictionary<string, string?> { [EnvironmentProvisioner.Variable(server.Kind)] = server.ConnectionString }
                : [],
            words => new StoreFailureException(words),
            cancellationToken);
    }

    public static Task<ServingProcess> StartApiAsync(StoreTarget target, CancellationToken cancellationToken) =>
        StartApiAsync(target, RunNamespace.Create(TimeProvider.System), target.Keep, cancellationToken);

    // Its last words are shown to users when it does not start: --quiet, its errors and nothing else.
    private static IEnumerable<string> Arguments(StoreTarget target, string ns, bool keep) =>
    [
        "--store", target.Name, "--allow-reset", "--quiet", "--namespace", ns, "--data-folder", target.DataFolder,
        "--urls", $"http://{(target.ApiAddress.Contains(':', StringComparison.Ordinal) ? $"[{target.ApiAddress}]" : target.ApiAddress)}:0",
        "--passivate-after", string.Create(CultureInfo.InvariantCulture, $"{target.Reservations.IdleTime.TotalMilliseconds}ms"),
        "--max-active-shows", target.Reservations.MaxActive.ToString(CultureInfo.InvariantCulture),
        .. target.OwnOptions.SelectMany(o => new[] { "--store-option", $"{o.Key}={o.Value}" }),
        .. target.PluginFolders.SelectMany(f => new[] { "--plugin-folder", f }),
        .. keep ? (string[])["--keep"] : [],
        .. target.Breakdown ? (string[])["--server-timing"] : [],
    ];

    public void Kill() => _process.Kill();

    public ValueTask DisposeAsync() => _process.DisposeAsync();
}
