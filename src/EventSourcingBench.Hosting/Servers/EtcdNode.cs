using System.Globalization;
using System.Text;
using System.Text.Json;

namespace EventSourcingBench.Hosting;

/// <summary>A member of an etcd cluster: its ports on loopback, its process, and what it says of itself.</summary>
/// <param name="name">Its name in the cluster.</param>
/// <param name="clientPort">Where clients reach it.</param>
/// <param name="peerPort">Where the other members reach it.</param>
internal sealed class EtcdNode(string name, int clientPort, int peerPort) : IAsyncDisposable
{
    private const int ShownLines = 5;
    private static readonly TimeSpan AskLimit = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan AskPause = TimeSpan.FromMilliseconds(50);

    private readonly HttpClient _http = new() { BaseAddress = new Uri(Address(clientPort)), Timeout = AskLimit };
    private SupervisedProcessOptions? _options;
    private SupervisedProcess? _process;

    public string Name { get; } = name;

    /// <summary>Host and port for clients.</summary>
    public string Authority { get; } = string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{clientPort}");

    /// <summary>Its part of the list of members that each is started with.</summary>
    public string Member { get; } = $"{name}={Address(peerPort)}";

    /// <summary>Null as long as it was not started.</summary>
    public SupervisedProcess? Process => _process;

    /// <summary>The last lines that it said.</summary>
    public string LastWords => string.Join(' ', _process?.LastErrors.TakeLast(ShownLines) ?? []);

    /// <summary>True when it ended because another process had one of its ports.</summary>
    public bool PortWasTaken => _process?.ExitCode is not null
        && _process.LastErrors.Any(l => l.Contains("address already in use", StringComparison.Ordinal));

    /// <summary>Starts it, and does not wait until it serves.</summary>
    /// <param name="binary">The executable.</param>
    /// <param name="dataFolder">Of all members.</param>
    /// <param name="members">All members' parts of the list.</param>
    /// <param name="flags">Further flags and their values.</param>
    /// <param name="folderToRemove">Is removed when it has been stopped; null for none.</param>
    /// <param name="cancellationToken">Ends the starting.</param>
    public async Task StartAsync(
        string binary,
        string dataFolder,
        IEnumerable<string> members,
        IEnumerable<string> flags,
        string? folderToRemove,
        CancellationToken cancellationToken)
    {
        // A member that finds its data takes the list of members from there.
        _options = new SupervisedProcessOptions
        {
            FileName = binary,
            Arguments =
            [
                "--name", Name,
                "--data-dir", Path.Combine(dataFolder, Name),
                "--listen-client-urls", Address(clientPort),
                "--advertise-client-urls", Address(clientPort),
                "--listen-peer-urls", Address(peerPort),
                "--initial-advertise-peer-urls", Address(peerPort),
                "--initial-cluster", string.Join(',', members),
                "--initial-cluster-token", Path.GetFileName(dataFolder),
                "--initial-cluster-state", "new",
                .. flags,
            ],
            Environment = ServerEnvironment.With(),
            WorkingDirectory = dataFolder,
            FolderToRemove = folderToRemove,
        };
        _process = await SupervisedProcess.StartAsync(_options, cancellationToken);
    }

    /// <summary>Kills it (SIGKILL) and starts it again on its data; does not wait until it serves.</summary>
    public async Task RestartAsync(CancellationToken cancellationToken) => _process = await _process!.ReplaceAsync(
        () => SupervisedProcess.StartAsync(_options! with { Replaces = _process }, cancellationToken), cancellationToken);

    /// <summary>Waits until it serves, which takes a majority; false when it ended instead.</summary>
    public async Task<bool> ServesAsync(CancellationToken cancellationToken)
    {
        while (_process!.ExitCode is null)
        {
            if (await IsHealthyAsync(cancellationToken))
            {
                return true;
            }

            await Task.Delay(AskPause, cancellationToken);
        }

        return false;
    }

    /// <summary>Whether it leads; false where it does not say so.</summary>
    public async Task<bool> IsLeaderAsync(CancellationToken cancellationToken)
    {
        try
        {
            using var body = new StringContent("{}", Encoding.UTF8, "application/json");
            using var answer = await _http.PostAsync(new Uri("/v3/maintenance/status", UriKind.Relative), body, cancellationToken);
            using var status = JsonDocument.Parse(await answer.Content.ReadAsByteArrayAsync(cancellationToken));
            return status.RootElement.TryGetProperty("leader", out var leader)
                && leader.GetString() == status.RootElement.GetProperty("header").GetProperty("member_id").GetString();
        }
        catch (Exception e) when (IsNoAnswer(e, cancellationToken))
        {
            return false;
        }
    }

    public async ValueTask DisposeAsync()
    {
        _http.Dispose();
        if (_process is not null)
        {
            await _process.DisposeAsync();
        }
    }

    private async Task<bool> IsHealthyAsync(CancellationToken cancellationToken)
    {
        try
        {
            return (await _http.GetStringAsync(new Uri("/health", UriKind.Relative), cancellationToken)).Contains("true", StringComparison.Ordinal);
        }
        catch (Exception e) when (IsNoAnswer(e, cancellationToken))
        {
            return false;
        }
    }

    // The client tells its own limit by a cancellation too.
    private static bool IsNoAnswer(Exception e, CancellationToken cancellationToken) =>
        e is HttpRequestException or IOException or JsonException || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested);

    private static string Address(int port) => string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}");
}
