using System.Globalization;
using System.Text.Json;

namespace EventSourcingBench.Hosting;

/// <summary>The start of a server of EventStoreDB or KurrentDB, up to the moment when it takes appends.</summary>
/// <param name="Process">The server; null where it did not start.</param>
/// <param name="LastWords">The last lines that it said where it did not start.</param>
internal sealed record EventStoreProcess(SupervisedProcess? Process, string LastWords)
{
    private const int ShownLines = 5;

    // Its caches take most of the machine's memory unless limited, which the generator and the other servers need too.
    private const int StreamInfoCache = 100_000;
    private const int ExistenceFilterBytes = 10_000_000;

    // A little less than a record of its log can hold; its default is 1 MB.
    private const int MaxAppendBytes = 15 * 1024 * 1024;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(1);

    /// <summary>Starts it on loopback, without TLS, with its durable defaults.</summary>
    /// <param name="binary">The server.</param>
    /// <param name="dataFolder">Its data: empty, or left by an earlier start.</param>
    /// <param name="port">The port of its clients.</param>
    /// <param name="replicationPort">Where it would listen for other nodes.</param>
    /// <param name="folderToRemove">A folder that goes when it stops; null to keep all.</param>
    /// <param name="cancellationToken">Ends the starting; nothing is left behind.</param>
    public static async Task<EventStoreProcess> StartAsync(
        EventStoreBinary binary,
        string dataFolder,
        int port,
        int replicationPort,
        string? folderToRemove,
        CancellationToken cancellationToken)
    {
        var output = Path.Combine(dataFolder, "output.txt");
        var process = await SupervisedProcess.StartAsync(
            new SupervisedProcessOptions
            {
                FileName = "sh",
                // To a file and not through a pipe: what the server says must not cost the load generator's time.
                Arguments = ["-c", "exec \"$@\" >>\"$0\" 2>&1", output, .. binary.Command(Arguments(dataFolder, port, replicationPort))],
                WorkingDirectory = Path.GetDirectoryName(binary.Path),
                Environment = ServerEnvironment.With(
                [
                    new("EVENTSTORE_TELEMETRY_OPTOUT", "true"),
                    new("KURRENTDB_TELEMETRY_OPTOUT", "true"),
                    new("DOTNET_ROLL_FORWARD", "Major"),
                ]),
                FolderToRemove = folderToRemove,
                // Its data is removed, so that a tidy end would be for nothing.
                Grace = Grace,
            },
            cancellationToken);
        try
        {
            if (await IsServingAsync(process, port, cancellationToken))
            {
                return new EventStoreProcess(process, "");
            }
        }
        catch
        {
            await process.DisposeAsync();
            throw;
        }

        var lastWords = File.Exists(output) ? await File.ReadAllLinesAsync(output, cancellationToken) : [];
        await process.DisposeAsync();
        return new EventStoreProcess(null, string.Join(' ', lastWords.Concat(process.LastErrors).Where(IsNoStackFrame).TakeLast(ShownLines)));
    }

    // It says what is wrong in one line and where in its code in fifty.
    private static bool IsNoStackFrame(string line) => !line.StartsWith("   at ", StringComparison.Ordinal);

    private static string[] Arguments(string dataFolder, int port, int replicationPort) =>
    [
        "--insecure",
        "--db", Path.Combine(dataFolder, "db"),
        "--log", Path.Combine(dataFolder, "log"),
        "--node-ip", "127.0.0.1", "--node-port", Number(port),
        "--replication-ip", "127.0.0.1", "--replication-port", Number(replicationPort),
        "--stream-info-cache-capacity", Number(StreamInfoCache),
        "--stream-existence-filter-size", Number(ExistenceFilterBytes),
        "--max-append-size", Number(MaxAppendBytes),
    ];

    // It answers before it takes appends: a node alone becomes its own leader first.
    private static async Task<bool> IsServingAsync(SupervisedProcess process, int port, CancellationToken cancellationToken)
    {
        using var http = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{Number(port)}/") };
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ending.CancelAfter(Limit);
        try
        {
            while (process.ExitCode is null)
            {
                if (await StateAsync(http, ending.Token) == "leader")
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

    private static async Task<string?> StateAsync(HttpClient http, CancellationToken cancellationToken)
    {
        try
        {
            using var info = JsonDocument.Parse(await http.GetStringAsync("info", cancellationToken));
            return info.RootElement.TryGetProperty("state", out var state) ? state.GetString() : null;
        }
        catch (Exception e) when (e is HttpRequestException or JsonException)
        {
            // Not there yet.
            return null;
        }
    }

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);
}
