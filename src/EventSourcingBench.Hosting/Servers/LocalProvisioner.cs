namespace EventSourcingBench.Hosting.Servers;

/// <summary>Starts servers from binaries on this machine as their <see cref="LocalSpec"/> says: on loopback, in an empty folder, with a
/// cleaned environment. They are stopped and removed with their runner.</summary>
internal sealed class LocalProvisioner(Func<int> freePort, CpuSet? cpus = null) : IServerProvisioner
{
    public const string ProvisionerName = "local";

    private const int MostAttempts = 5;
    private static readonly TimeSpan VersionLimit = TimeSpan.FromSeconds(5);

    public string Name => ProvisionerName;

    public async ValueTask<Unavailable?> CheckAsync(ServerKind kind, CancellationToken cancellationToken = default) =>
        (await PrepareAsync(kind, cancellationToken)).Unavailable;

    public async Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        var kind = request.Kind;
        if (request.Nodes > 1 && kind.Local is { Cluster: null })
        {
            throw new StoreUnavailableException(
                $"A server of kind {kind.Name} is started from binaries with one node only, and {request.Nodes} were asked for. "
                + $"Leave out --nodes, or set {EnvironmentProvisioner.Variable(kind.Name)}.");
        }

        var (binary, user, unavailable) = await PrepareAsync(kind, cancellationToken);
        if (binary is null)
            throw new StoreUnavailableException(unavailable!.ToString());

        // Another process may take a free port before a node does. The folder went with the nodes: all is made again.
        for (var attempt = 1; ; attempt++)
        {
            // For the server alone: the library's shared memory, made by what starts it as root, would be closed to its user.
            var hasClock = request.Clock.Count > 0 && !kind.Local!.AsksKernelForTime;
            string[] clock = hasClock ? ["env", .. request.Clock.Select(v => $"{v.Key}={v.Value}")] : [];
            var start = new LocalStart(kind.Local!, binary, user!, request, freePort, cpus)
            {
                Command = binary.Runner(kind.Local!) is { } runner ? [.. clock, runner, binary.Path] : [.. clock, binary.Path],
                Environment = new Dictionary<string, string?>(kind.Local!.Environment, StringComparer.Ordinal),
            };
            try
            {
                await start.StartAsync(cancellationToken);
                return new LocalServer(start)
                {
                    Kind = kind.Name,
                    ConnectionString = kind.Local.ConnectionString(start),
                    Origin = request.Nodes == 1 ? binary.RealPath : $"{binary.RealPath} ({request.Nodes} nodes)",
                    ProcessId = start.Processes[0].ProcessId,
                    Nodes = request.Nodes,
                    HasOwnClock = hasClock,
                };
            }
            catch (Exception e)
            {
                await start.DisposeAsync();
                if (e is not StoreUnavailableException || attempt == MostAttempts || !start.Processes.Any(p => p.PortWasTaken))
                    throw;
            }
        }
    }

    private static async Task<(ServerBinary? Binary, ServerUser? User, Unavailable? Unavailable)> PrepareAsync(
        ServerKind kind, CancellationToken cancellationToken)
    {
        var fix = $"Set {EnvironmentProvisioner.Variable(kind.Name)}.";
        if (kind.Local is not { } spec)
            return (null, null, new Unavailable($"No server of kind {kind.Name} can be started from a binary on this machine.", fix));

        if (OperatingSystem.IsWindows())
            return (null, null, new Unavailable("Servers are not started from binaries on Windows.", fix));

        var (binary, missing) = ServerBinary.Find(spec);
        if (binary is null)
            return (null, null, missing);

        var (user, noUser) = await ServerUser.FindAsync(kind.Name, spec.UsersForRoot, cancellationToken);
        if (user is null || !spec.ChecksVersion)
            return (user is null ? null : binary, user, noUser);

        var version = await user.RunAsync(new(), VersionLimit, cancellationToken, binary.Path, "--version");
        return version.ExitCode == 0
            ? (binary, user, null)
            : (null, null, new Unavailable(
                $"{binary.Subject} does not run as the user {user.Name ?? Environment.UserName}. {Sentence.LastWords(version.Output)}",
                spec.Install)
            { IsFailure = true });
    }
}
