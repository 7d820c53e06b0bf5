using System.Globalization;
using System.Net.Sockets;

namespace EventSourcingBench.Hosting;

/// <summary>The start of a MongoDB server as a replica set of one node, up to the moment when it takes writes.</summary>
/// <param name="Process">The server; null where it did not start.</param>
/// <param name="LastWords">The last lines of its log where it did not start.</param>
internal sealed record MongoProcess(SupervisedProcess? Process, string LastWords)
{
    public const string ReplicaSet = "eventsourcingbench";

    private const int ShownLines = 5;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan AnswerLimit = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(50);

    /// <summary>True when it ended because another process had its port.</summary>
    public bool PortWasTaken => LastWords.Contains("Address already in use", StringComparison.Ordinal);

    public static async Task<MongoProcess> StartAsync(string mongod, string dataFolder, int port, CancellationToken cancellationToken)
    {
        var database = Directory.CreateDirectory(Path.Combine(dataFolder, "data")).FullName;
        var log = Path.Combine(dataFolder, $"server-{port.ToString(CultureInfo.InvariantCulture)}.log");
        // To a file and not through a pipe: what the server says must not cost the load generator's time.
        var process = await SupervisedProcess.StartAsync(
            new SupervisedProcessOptions
            {
                FileName = "sh",
                Arguments = ["-c", "exec \"$@\" >>\"$0\" 2>&1", log, mongod, .. Arguments(database, port)],
                Environment = ServerEnvironment.With(),
                WorkingDirectory = "/",
                FolderToRemove = dataFolder,
                // Its data is removed: what it would do at leisure before it ends is for nothing.
                Grace = TimeSpan.FromSeconds(2),
            },
            cancellationToken);
        string? refused;
        try
        {
            refused = await BecomePrimaryAsync(process, port, cancellationToken);
            if (refused is null)
            {
                return new MongoProcess(process, "");
            }
        }
        catch
        {
            await process.DisposeAsync();
            throw;
        }

        var lastWords = File.Exists(log) ? await File.ReadAllLinesAsync(log, cancellationToken) : [];
        await process.DisposeAsync();
        return new MongoProcess(null, string.Join(' ', lastWords.Concat(process.LastErrors).TakeLast(ShownLines).Append(refused)));
    }

    private static string[] Arguments(string database, int port) =>
    [
        "--dbpath", database,
        // Reached on loopback only; a socket file would need a short path.
        "--bind_ip", "127.0.0.1",
        "--port", port.ToString(CultureInfo.InvariantCulture),
        "--nounixsocket",
        "--replSet", ReplicaSet,
        // Sizes that fit a laptop; the journal is on in every version.
        "--oplogSize", "2048",
        "--wiredTigerCacheSizeGB", "1",
    ];

    // Null when it takes writes, else why not.
    private static async Task<string?> BecomePrimaryAsync(SupervisedProcess process, int port, CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ending.CancelAfter(Limit);
        var isInitiated = false;
        try
        {
            while (process.ExitCode is null)
            {
                if (isInitiated && await AskAsync(token => MongoWire.IsPrimaryAsync(port, token), orElse: false, ending.Token))
                {
                    return null;
                }

                if (!isInitiated)
                {
                    var answer = await AskAsync(token => MongoWire.InitiateAsync(port, ReplicaSet, token), orElse: "", ending.Token);
                    if (!string.IsNullOrEmpty(answer))
                    {
                        return $"It refused replSetInitiate: {answer}";
                    }

                    isInitiated = answer is null;
                }

                await Task.Delay(Poll, ending.Token);
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return $"It did not take writes within {Limit.TotalSeconds:0} s.";
        }

        return $"It ended with {process.ExitCode}.";
    }

    private static async Task<T> AskAsync<T>(Func<CancellationToken, Task<T>> ask, T orElse, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(AnswerLimit);
        try
        {
            return await ask(limit.Token);
        }
        catch (Exception e) when (e is SocketException or IOException || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            // It does not listen yet.
            return orElse;
        }
    }
}
