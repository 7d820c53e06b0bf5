namespace EventSourcingBench.Hosting.Servers;

internal sealed class LocalNode(LocalStart start, ServerNode node) : IAsyncDisposable
{
    private const int ShownLines = 5;
    // A first start that fills a file with zeros takes more than a minute on LazyFS.
    private static readonly TimeSpan ServingLimit = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);
    // A proxy that the environment names is not for this machine.
    private static readonly HttpClient Http = new(new SocketsHttpHandler { UseProxy = false }) { Timeout = TimeSpan.FromSeconds(2) };
    private static readonly string[] PortTaken = ["in use", "failed to bind"];

    private readonly string _log = Path.Combine(start.DataFolder, $"{node.Name}.log");
    private SupervisedProcess? _process;

    public ServerNode Node => node;

    /// <summary>The id of its process; null as long as it was not started.</summary>
    public int? ProcessId => _process?.ProcessId;

    /// <summary>Whether it runs and has served since it was started.</summary>
    public bool HasServed { get => field && _process is { ExitCode: null }; private set; }

    /// <summary>True when it did not start because another process had one of its ports: with others it may.</summary>
    public bool PortWasTaken { get; private set; }

    /// <summary>Starts it, on the data that it has, unless it runs, and waits until it serves.</summary>
    /// <exception cref="StoreUnavailableException">It ended, or did not serve in time; the message has its last words.</exception>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (_process is not { ExitCode: null })
        {
            HasServed = false;
            await start.MakeFolderAsync(node.Folder, cancellationToken);
            await start.Spec.PrepareAsync(node, cancellationToken);
            File.Delete(_log);
            // To a file and not through a pipe: what the server says must not cost the load generator's time.
            var options = start.ProcessOptions(["sh", "-c", "exec \"$@\" >\"$0\" 2>&1", _log], start.Spec.Arguments(node));
            await DisposeAsync();
            _process = await SupervisedProcess.StartAsync(options, cancellationToken);
        }

        await ServeAsync(_process, cancellationToken);
    }

    /// <summary>Kills it as a crash would (SIGKILL), and answers when it has ended.</summary>
    public async Task KillAsync(CancellationToken cancellationToken)
    {
        _process!.Kill();
        await _process.Exited.WaitAsync(cancellationToken);
    }

    public ValueTask DisposeAsync() => _process?.DisposeAsync() ?? ValueTask.CompletedTask;

    private async Task ServeAsync(SupervisedProcess process, CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ending.CancelAfter(ServingLimit);
        var failure = "did not start";
        try
        {
            while (process.ExitCode is null)
            {
                if (await IsReadyAsync(ending.Token) && process.ExitCode is null)
                {
                    HasServed = true;
                    return;
                }

                await Task.Delay(Pause, ending.Token);
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            failure = $"did not serve within {ServingLimit.TotalSeconds:0} s";
        }

        string[] log = File.Exists(_log) ? await File.ReadAllLinesAsync(_log, cancellationToken) : [];
        // .NET says what is wrong in one line and where in its code in fifty.
        var lines = log.Concat(process.LastErrors).Where(l => !l.StartsWith("   at ", StringComparison.Ordinal));
        var words = lines.TakeLast(ShownLines).ToList();
        var name = start.Nodes.Count == 1 ? "" : $" ({node.Name})";
        PortWasTaken = Array.Exists(PortTaken, p => words.Exists(w => w.Contains(p, StringComparison.OrdinalIgnoreCase)));
        throw new StoreUnavailableException($"{start.Subject} {failure}{name}. {Sentence.LastWords(words)}");
    }

    private Task<bool> IsReadyAsync(CancellationToken cancellationToken) => start.Spec.Ready switch
    {
        ReadyProbe.Http http => AnswersAsync(http, cancellationToken),
        ReadyProbe.Log log => SaysAsync(log.Text, cancellationToken),
        ReadyProbe.Code code => code.AskAsync(node, cancellationToken),
        var other => throw new NotSupportedException($"{other.GetType().Name} is not a probe that is known here."),
    };

    private async Task<bool> SaysAsync(string text, CancellationToken cancellationToken) =>
        File.Exists(_log) && (await File.ReadAllTextAsync(_log, cancellationToken)).Contains(text, StringComparison.Ordinal);

    private async Task<bool> AnswersAsync(ReadyProbe.Http probe, CancellationToken cancellationToken)
    {
        try
        {
            var answer = await Http.GetStringAsync(new Uri($"http://{node.Address}{probe.Path}"), cancellationToken);
            return string.Concat(answer.Where(c => !char.IsWhiteSpace(c))).Contains(probe.Text, StringComparison.Ordinal);
        }
        catch (Exception e) when (e is HttpRequestException or SocketException
            || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            // It does not listen or serve yet; the client's own limit is a cancellation too.
            return false;
        }
    }
}
