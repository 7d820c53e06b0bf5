namespace EventSourcingBench.Hosting.Servers;

/// <summary>The nodes of one start of a server from a binary, and what its specification works with.</summary>
internal sealed class LocalStart : ServerStart, IAsyncDisposable
{
    private readonly ServerBinary _binary;
    private readonly ServerUser _user;
    private readonly CpuSet? _cpus;

    public LocalStart(LocalSpec spec, ServerBinary binary, ServerUser user, ServerRequest request, Func<int> freePort, CpuSet? cpus)
    {
        (Spec, _binary, _user, _cpus, DataFolder) = (spec, binary, user, cpus, request.DataFolder);
        List<int[]> ports = [.. Enumerable.Range(1, request.Nodes).Select(_ => Ports())];
        Links = request is { LinksNodes: true, Nodes: > 1 }
            ? new NodeLinks(ports.Select(p => p[^1]), n => Processes![n - 1].ProcessId) : null;
        Nodes = [.. ports.Select((p, i) => new ServerNode(this, i + 1, p, Links?.PortOf(i + 1)))];
        Processes = [.. Nodes.Select(n => new LocalNode(this, n))];

        int[] Ports() => [.. Enumerable.Range(0, spec.PortsPerNode).Select(_ => freePort())];
    }

    public LocalSpec Spec { get; }

    public IReadOnlyList<LocalNode> Processes { get; }

    /// <summary>The relays between its nodes; null where none were asked for.</summary>
    public NodeLinks? Links { get; }

    /// <summary>What its messages are about: the executable.</summary>
    public string Subject => _binary.Subject;

    public override string Executable => _binary.Path;

    public override string DataFolder { get; }

    public override string Password { get; } = RandomNumberGenerator.GetHexString(32, lowercase: true);

    public override IReadOnlyList<ServerNode> Nodes { get; }

    public override string Tool(string name) => _binary.Tool(name)!;

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(DataFolder);
        await _user.TakeOverAsync(DataFolder, cancellationToken);
        var together = Spec.Cluster is { FirstNodeAlone: true } ? 1 : Processes.Count;
        await StartAsync(Processes.Take(together), cancellationToken);
        await StartAsync(Processes.Skip(together), cancellationToken);
    }

    public SupervisedProcessOptions ProcessOptions(IReadOnlyList<string> wrapper, IReadOnlyList<string> arguments)
    {
        string[] command = [.. wrapper, .. _user.Command([.. Command, .. arguments])];
        return new SupervisedProcessOptions
        {
            FileName = command[0],
            Arguments = command[1..],
            Environment = Variables(),
            WorkingDirectory = Path.GetDirectoryName(Executable),
            FolderToRemove = DataFolder,
            Cpus = _cpus,
            StopSignal = Spec.StopSignal,
            Grace = TimeSpan.FromSeconds(2),
        };
    }

    /// <summary>Makes a folder that the server's user alone can read.</summary>
    public async Task MakeFolderAsync(string folder, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);

        await _user.TakeOverAsync(folder, cancellationToken);
    }

    public override async Task<IReadOnlyList<string>> RunAsync(
        TimeSpan limit, IReadOnlyList<string> command, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo();
        foreach (var (name, value) in Variables())
            start.Environment[name] = value;

        var result = await _user.RunAsync(start, limit, cancellationToken, [.. command]);
        var subject = command[0] == Executable ? Subject : command[0];
        return result.ExitCode == 0
            ? result.Output
            : throw new StoreUnavailableException($"{subject} failed. {Sentence.LastWords(result.Output.TakeLast(5))}");
    }

    // Created with its final mode, so that it is at no moment readable by others; then given to the server's user.
    public override async Task WriteSecretAsync(string file, string text, CancellationToken cancellationToken)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;

        await using (var writer = new StreamWriter(file, options))
        {
            await writer.WriteAsync(text.AsMemory(), cancellationToken);
        }

        await _user.TakeOverAsync(file, cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(Processes.Select(p => p.DisposeAsync().AsTask()));
        await (Links?.DisposeAsync() ?? ValueTask.CompletedTask);
        WorkFolders.Remove(DataFolder);
    }

    /// <summary>Starts nodes, also again on their data once they were killed.</summary>
    /// <exception cref="StoreUnavailableException">One did not start; the message has its last words.</exception>
    public static async Task StartAsync(IEnumerable<LocalNode> nodes, CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var starting = nodes.Select(n => n.StartAsync(ending.Token)).ToList();
        try
        {
            // A node that ends keeps the others waiting for it: the first that fails decides.
            await foreach (var started in Task.WhenEach(starting))
                await started;
        }
        catch
        {
            await ending.CancelAsync();
            await Task.WhenAll(starting).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw;
        }
    }

    // What differs from this process's variables; null removes one: settings of servers, and connection strings of the user's own.
    private Dictionary<string, string?> Variables()
    {
        string[] removed = ["EVENTSOURCINGBENCH_", .. Spec.SettingsPrefixes];
        var changes = System.Environment.GetEnvironmentVariables().Keys.Cast<string>()
            .Where(name => Array.Exists(removed, r => name.StartsWith(r, StringComparison.OrdinalIgnoreCase)))
            .ToDictionary(name => name, _ => (string?)null, StringComparer.Ordinal);
        foreach (var (name, value) in Environment)
            changes[name] = value;

        return changes;
    }
}
