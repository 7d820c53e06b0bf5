using System.Diagnostics;
using System.Globalization;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>
/// Starts UmaDB from what is on this machine: on loopback, with an empty database in a separate folder, with the
/// server's own defaults. It is stopped and removed with its runner.
/// </summary>
public sealed class LocalUmaDbProvisioner : IServerProvisioner
{
    private const string Kind = "umadb";
    private const int MostPorts = 5;
    private const string Fix = "Install UmaDB's server (pip install umadb, or a binary of its releases on PATH), or set UMADB to its executable or wheel.";
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan VersionLimit = TimeSpan.FromSeconds(10);

    private readonly Func<UmaDbBinary?> _find;
    private readonly Func<int> _freePort;

    /// <summary>Looks in <c>UMADB</c>, in PATH, and for a wheel beside the repository.</summary>
    public LocalUmaDbProvisioner()
        : this(UmaDbBinary.Find, FreePorts.Take)
    {
    }

    internal LocalUmaDbProvisioner(Func<UmaDbBinary?> find, Func<int> freePort)
    {
        _find = find;
        _freePort = freePort;
    }

    /// <inheritdoc/>
    public string Name => LocalPostgresProvisioner.ProvisionerName;

    /// <inheritdoc/>
    public ValueTask<Unavailable?> CheckAsync(string kind, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult(Prepare(kind).Unavailable);

    /// <inheritdoc/>
    public async Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        var (binary, unavailable) = Prepare(request.Kind);
        if (binary is null)
        {
            throw new StoreUnavailableException(unavailable!.ToString());
        }

        // Another process may take a free port before the server does. The folder went with the server: all is made again.
        for (var attempt = 1; ; attempt++)
        {
            Directory.CreateDirectory(request.DataFolder);
            var command = await binary.CommandAsync(request.DataFolder, cancellationToken);
            var version = await VersionAsync(binary.Subject, command.FileName, command.Arguments, command.Environment, cancellationToken);
            var port = _freePort();
            var options = new SupervisedProcessOptions
            {
                FileName = command.FileName,
                Arguments =
                [
                    .. command.Arguments, "--listen", $"127.0.0.1:{port.ToString(CultureInfo.InvariantCulture)}",
                    "--db-path", Path.Combine(request.DataFolder, "umadb.db"),
                ],
                Environment = ServerEnvironment.With(command.Environment),
                WorkingDirectory = request.DataFolder,
                FolderToRemove = request.DataFolder,
            };
            var start = await UmaDbProcess.StartAsync(options, StartLimit, cancellationToken);
            if (start.Process is { } process)
            {
                return new LocalServer(process, (killed, cancel) => RestartAsync(binary, options with { Replaces = killed }, cancel))
                {
                    Kind = Kind,
                    ConnectionString = string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}?version={Uri.EscapeDataString(version)}"),
                    Origin = binary.Path,
                    ProcessId = process.ProcessId,
                };
            }

            if (!start.PortWasTaken || attempt == MostPorts)
            {
                throw new StoreUnavailableException($"{binary.Subject} did not start. {Sentence.LastWords(start.LastWords)}");
            }
        }
    }

    private static async Task<SupervisedProcess> RestartAsync(
        UmaDbBinary binary, SupervisedProcessOptions options, CancellationToken cancellationToken)
    {
        var start = await UmaDbProcess.StartAsync(options, StartLimit, cancellationToken);
        return start.Process
            ?? throw new StoreUnavailableException(
                $"{binary.Subject} did not start again after SIGKILL. {Sentence.LastWords(start.LastWords)}");
    }

    private static async Task<string> VersionAsync(
        string subject,
        string fileName,
        IReadOnlyList<string> arguments,
        IReadOnlyDictionary<string, string?> environment,
        CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(fileName, [.. arguments, "--version"]);
        foreach (var (name, value) in ServerEnvironment.With(environment))
        {
            start.Environment[name] = value;
        }

        var said = await ChildCommand.RunAsync(start, VersionLimit, cancellationToken);
        return said is { ExitCode: 0, Output: [.., var last] }
            ? last.Replace("umadb ", "", StringComparison.Ordinal).Trim()
            : throw new StoreUnavailableException(
                $"{subject} does not tell its version. {Sentence.LastWords(said?.Output ?? ["It is not there."])}");
    }

    private (UmaDbBinary? Binary, Unavailable? Unavailable) Prepare(string kind)
    {
        if (kind != Kind)
        {
            return (null, new Unavailable($"No server of kind {kind} can be started from a binary on this machine.", $"Set {EnvironmentProvisioner.Variable(kind)}."));
        }

        if (_find() is not { } binary)
        {
            return (null, UmaDbBinary.WrongVariable() ?? new Unavailable("There is no umadb on this machine.", Fix));
        }

        return binary.Missing() is { } missing ? (null, new Unavailable(missing, Fix) { IsFailure = binary.IsNamed }) : (binary, null);
    }
}
