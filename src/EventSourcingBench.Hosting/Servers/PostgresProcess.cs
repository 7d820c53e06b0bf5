namespace EventSourcingBench.Hosting;

/// <summary>The start of a PostgreSQL server on a cluster that is there, up to the moment when it serves.</summary>
/// <param name="Process">The server; null where it did not start.</param>
/// <param name="LastWords">The last lines of its log where it did not start.</param>
internal sealed record PostgresProcess(SupervisedProcess? Process, string LastWords)
{
    private const int ShownLines = 5;

    // postmaster.pid: the eighth line is the state, which pg_ctl waits for too.
    private const int StateLine = 7;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(20);

    /// <summary>True when it ended because another process had its port.</summary>
    public bool PortWasTaken => LastWords.Contains("could not create any TCP/IP sockets", StringComparison.Ordinal)
        || LastWords.Contains("Address already in use", StringComparison.Ordinal);

    /// <summary>Starts it and waits until it serves or has ended.</summary>
    /// <param name="setup">The binaries, and who runs them.</param>
    /// <param name="dataFolder">Takes the log; it is removed with the process.</param>
    /// <param name="cluster">The cluster's folder.</param>
    /// <param name="port">The port on loopback.</param>
    /// <param name="settings">Arguments besides those of every server.</param>
    /// <param name="cancellationToken">Ends the starting; nothing is left behind.</param>
    /// <param name="replaces">A server on that cluster that was killed; null where there was none.</param>
    public static async Task<PostgresProcess> StartAsync(
        PostgresSetup setup,
        string dataFolder,
        string cluster,
        int port,
        IReadOnlyList<string> settings,
        CancellationToken cancellationToken,
        SupervisedProcess? replaces = null)
    {
        var stateFile = Path.Combine(cluster, "postmaster.pid");
        // That of a killed server says "ready" already. All its processes are dead.
        File.Delete(stateFile);
        var log = Path.Combine(dataFolder, $"server-{port}.log");
        var command = setup.User.Command([setup.Binaries.Postgres, .. PostgresSettings.Arguments(cluster, port), .. settings]);
        // To a file and not through a pipe: what the server says must not cost the load generator's time.
        var process = await SupervisedProcess.StartAsync(
            new SupervisedProcessOptions
            {
                FileName = "sh",
                Arguments = ["-c", "exec \"$@\" >>\"$0\" 2>&1", log, .. command],
                WorkingDirectory = "/",
                Environment = ServerEnvironment.With([new("LC_ALL", "C")]),
                FolderToRemove = dataFolder,
                Replaces = replaces,
                // At once: its data is removed, so that a last checkpoint would be for nothing.
                StopSignal = StopSignal.Quit,
            },
            cancellationToken);
        try
        {
            if (await IsServingAsync(process, stateFile, cancellationToken))
            {
                return new PostgresProcess(process, "");
            }
        }
        catch
        {
            await process.DisposeAsync();
            throw;
        }

        var lastWords = File.Exists(log) ? await File.ReadAllLinesAsync(log, cancellationToken) : [];
        await process.DisposeAsync();
        return new PostgresProcess(null, string.Join(' ', lastWords.Concat(process.LastErrors).TakeLast(ShownLines)));
    }

    private static async Task<bool> IsServingAsync(SupervisedProcess process, string stateFile, CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ending.CancelAfter(Limit);
        try
        {
            while (process.ExitCode is null)
            {
                if (await StateAsync(stateFile, ending.Token) == "ready")
                {
                    return true;
                }

                await Task.Delay(Poll, ending.Token);
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            // Not in time: the same as not at all.
        }

        return false;
    }

    private static async Task<string?> StateAsync(string file, CancellationToken cancellationToken)
    {
        try
        {
            var lines = await File.ReadAllLinesAsync(file, cancellationToken);
            return lines.Length > StateLine ? lines[StateLine].Trim() : null;
        }
        catch (IOException)
        {
            // Not there yet, or no more.
            return null;
        }
    }
}
