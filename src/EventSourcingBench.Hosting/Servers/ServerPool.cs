namespace EventSourcingBench.Hosting.Servers;

/// <summary>The servers of a run: one of a kind and a number of nodes, found or started when first asked for, shared by all stores that
/// want it, and stopped at the end if it was started here.</summary>
public sealed class ServerPool : IAsyncDisposable
{
    /// <summary>The mode that takes the first provisioner that can.</summary>
    public const string Auto = "auto";

    private const string Docker = "docker";
    private readonly ServerPoolOptions _options;
    private readonly ServerKinds _kinds;
    private readonly IReadOnlyList<IServerProvisioner> _provisioners;
    private readonly Dictionary<(string Kind, int Nodes), ProvisionedServer> _servers = [];

    // How often each was handed out and not released.
    private readonly Dictionary<ProvisionedServer, int> _uses = [];
    private readonly SemaphoreSlim _turn = new(1, 1);

    /// <exception cref="UserException">There is no such mode; the message names the valid ones.</exception>
    public ServerPool(ServerPoolOptions options)
        : this(options, new LocalProvisioner(FreePorts.Take, options.Cpus))
    {
    }

    internal ServerPool(ServerPoolOptions options, IServerProvisioner local)
    {
        _options = options;
        _kinds = new ServerKinds(options.Kinds, options.PluginFolders);
        IServerProvisioner[] all = [new EnvironmentProvisioner(), .. options.Extra ?? [], local];
        var modes = all.Select(p => p.Name).Append(Auto).Append(Docker).Distinct(StringComparer.Ordinal).ToList();
        if (!modes.Contains(options.Mode))
            throw NameSuggestion.Unknown("way to have servers", options.Mode, modes);

        _provisioners = options.Mode == Auto ? all : [.. all.Where(p => p.Name == options.Mode)];
    }

    /// <summary>Whether a server of a kind can be had, without starting one: null when it can, else why not.</summary>
    /// <exception cref="UserException">The environment's connection string is there but empty.</exception>
    public async Task<Unavailable?> CheckAsync(string kind, CancellationToken cancellationToken = default) =>
        (await FirstAsync(kind, Task.FromResult, cancellationToken)).Reason;

    /// <summary>The same for several kinds side by side; a server that the environment names must also answer.</summary>
    /// <returns>For each kind null or why none can be had, a connection string that is there but empty included.</returns>
    public async Task<IReadOnlyDictionary<string, Unavailable?>> ProbeAsync(
        IEnumerable<string> kinds, CancellationToken cancellationToken = default)
    {
        var reasons = await Task.WhenAll(kinds.Distinct(StringComparer.Ordinal).Select(async kind =>
        {
            try
            {
                var (first, reason) = await FirstAsync(kind, Task.FromResult, cancellationToken);
                return KeyValuePair.Create(kind, first is not EnvironmentProvisioner ? reason
                    : await EnvironmentProvisioner.ProbeAsync(_kinds.Find(kind).Kind, cancellationToken));
            }
            catch (UserException e)
            {
                return KeyValuePair.Create(kind, (Unavailable?)new Unavailable(e.Message, "") { IsFailure = true });
            }
        }));
        return new Dictionary<string, Unavailable?>(reasons, StringComparer.Ordinal);
    }

    /// <summary>The server of a kind, found or started at the first call. One that the user runs has the nodes that it has.</summary>
    /// <exception cref="StoreUnavailableException">None could be had; the message says why and what to do.</exception>
    /// <exception cref="UserException">The environment's connection string is there but empty, or names a server that must be pinned.
    /// </exception>
    public async Task<ProvisionedServer> AcquireAsync(string kind, int nodes = 1, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(nodes, 1);
        await _turn.WaitAsync(cancellationToken);
        try
        {
            if (!_servers.TryGetValue((kind, nodes), out var server) || server.HasLostNode)
            {
                (server, var reason) = await FirstAsync(kind, p => StartAsync(p, kind, nodes, cancellationToken), cancellationToken);
                server = server ?? throw new StoreUnavailableException(reason!.ToString().Trim());
                _servers[(kind, nodes)] = server;
            }

            _uses[server] = _uses.GetValueOrDefault(server) + 1;
            return server;
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Takes back a server of this pool that has lost a node: later requests for its kind get another. It is stopped when all who
    /// asked for it have released it.</summary>
    public async Task ReleaseAsync(ProvisionedServer server)
    {
        await _turn.WaitAsync();
        try
        {
            _servers.Where(s => s.Value == server).Select(s => s.Key).ToList().ForEach(key => _servers.Remove(key));
            if (--_uses[server] > 0)
                return;

            _uses.Remove(server);
            await server.DisposeAsync();
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Stops the servers that were started here and removes their data.</summary>
    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_uses.Keys.Select(s => s.DisposeAsync().AsTask()));
        _uses.Clear();
        _turn.Dispose();
    }

    // What the first provisioner that can makes of it, or why none could.
    private async Task<(T? Made, Unavailable? Reason)> FirstAsync<T>(
        string kind, Func<IServerProvisioner, Task<T>> make, CancellationToken cancellationToken)
        where T : class
    {
        var reasons = new List<Unavailable>();
        foreach (var provisioner in _provisioners)
        {
            if (await CheckAsync(provisioner, kind, cancellationToken) is { } unavailable)
            {
                reasons.Add(unavailable);
                continue;
            }

            try
            {
                return (await make(provisioner), null);
            }
            catch (Exception e) when (e is StoreUnavailableException or TimeoutException)
            {
                _options.OnProgress?.Invoke(e.Message);
                reasons.Add(new Unavailable(Sentence.End(e.Message), "") { IsFailure = true });
            }
        }

        return (null, reasons.Count > 0 ? Joined(kind, reasons) : new Unavailable(
            $"The '{_options.Mode}' provisioner is a plug-in that is not there.", "Put it beside the others, or leave --servers at auto."));
    }

    // A limit that is not kept would make the figures lie: better no server than one that takes what it likes.
    private async ValueTask<Unavailable?> CheckAsync(IServerProvisioner provisioner, string name, CancellationToken cancellationToken)
    {
        var (kind, unavailable) = _kinds.Find(name);
        if (unavailable is not null && provisioner is not EnvironmentProvisioner)
            return unavailable;

        if (!_options.Limits.AreNone && !provisioner.CanLimit)
        {
            return new Unavailable(
                $"Servers of '{provisioner.Name}' cannot be limited in processors and memory.",
                "Leave out --server-cpus and --server-memory, or run with Docker.");
        }

        try
        {
            return await provisioner.CheckAsync(kind, cancellationToken);
        }
        catch (TimeoutException e)
        {
            return new Unavailable(
                $"Whether '{provisioner.Name}' has a {name} server could not be found out: {Sentence.End(e.Message)}",
                "Run again when the machine is less busy.");
        }
    }

    private async Task<ProvisionedServer> StartAsync(
        IServerProvisioner provisioner, string kind, int nodes, CancellationToken cancellationToken)
    {
        var folder = Path.Combine(_options.WorkFolder, $"{kind}-{RandomNumberGenerator.GetHexString(6, lowercase: true)}");
        try
        {
            var request = new ServerRequest(_kinds.Find(kind).Kind, folder)
            {
                Nodes = nodes,
                Limits = _options.Limits,
                LinksNodes = _options.LinksNodes,
                OnProgress = _options.OnProgress,
                Clock = _options.Clock?.Variables ?? new Dictionary<string, string?>(StringComparer.Ordinal),
            };
            var server = await provisioner.StartAsync(request, cancellationToken);
            var isPinned = _options is not { RequiresCpus: true, Cpus: { } cpus }
                || (server.ProcessId is { } process && cpus.Equals(CpuAffinity.Of(process)));
            var refusal = !isPinned
                ? $"The {kind} server ({server.Origin}) was not started by this process, so that it cannot be pinned to the CPUs "
                    + $"{_options.Cpus}. Leave 'database' out of --cpus and pin the server yourself, or say --servers "
                    + $"{LocalProvisioner.ProvisionerName}."
                : server.Nodes < nodes && provisioner is not EnvironmentProvisioner
                    ? $"'{provisioner.Name}' starts a {kind} server with {server.Nodes} node, and {nodes} were asked for." : null;
            if (refusal is not null)
            {
                await server.DisposeAsync();
                // Another server would not be the one that the environment names.
                throw provisioner is EnvironmentProvisioner ? new UserException(refusal) : new StoreUnavailableException(refusal);
            }

            _options.OnProgress?.Invoke($"{kind}: {server.Origin}");
            return server;
        }
        catch
        {
            WorkFolders.Remove(folder);
            throw;
        }
    }

    // What failed comes first: it is what the user named, or what would have served.
    private static Unavailable Joined(string kind, List<Unavailable> reasons)
    {
        if (reasons is [var only])
            return only;

        var (failed, missing) = (reasons.Where(r => r.IsFailure).ToList(), reasons.Where(r => !r.IsFailure).ToList());
        var no = failed.Count == 0 ? $"No {kind} server:" : $"No other {kind} server:";
        var parts = failed.Select(r => r.Reason).Concat(missing.Select(r => r.Reason).Prepend(no).Where(_ => missing.Count > 0))
            .Distinct(StringComparer.Ordinal);
        var fixes = failed.Concat(missing).Select(r => r.Fix).Where(f => f.Length > 0).Distinct(StringComparer.Ordinal);
        return new Unavailable(string.Join(' ', parts), string.Join(" Or: ", fixes)) { IsFailure = failed.Count > 0 };
    }
}

public sealed record ServerPoolOptions
{
    /// <summary>An existing folder for the servers' data, see <see cref="RunWorkFolder"/>.</summary>
    public required string WorkFolder { get; init; }

    /// <summary><c>auto</c> for the first that can: environment, plug-ins such as Docker, this machine's binaries; else only the one that
    /// is named: <c>env</c>, <c>docker</c>, <c>local</c>. Default: <c>auto</c>.</summary>
    public string Mode { get; init; } = ServerPool.Auto;

    /// <summary>What each server that is started may use. Default: everything.</summary>
    public ServerLimits Limits { get; init; } = ServerLimits.None;

    /// <summary>See <see cref="ServerRequest.LinksNodes"/>. Default: false.</summary>
    public bool LinksNodes { get; init; }

    /// <summary>The processors that servers are started on. Default: null, those of the runner.</summary>
    public CpuSet? Cpus { get; init; }

    /// <summary>Whether a server that is not on these processors, because it runs elsewhere, is refused. Default: false.</summary>
    public bool RequiresCpus { get; init; }

    /// <summary>The clock that servers from binaries have, where they can. Default: null, the machine's.</summary>
    public JumpingClock? Clock { get; init; }

    /// <summary>Gets a line about what takes long. Default: none.</summary>
    public Action<string>? OnProgress { get; init; }

    public IReadOnlyList<IServerProvisioner>? Extra { get; init; }

    /// <summary>Folders of plug-ins besides the project's own, which may bring kinds of servers. Default: none.</summary>
    public IReadOnlyList<string> PluginFolders { get; init; } = [];

    /// <summary>Kinds of servers that come before those of plug-ins. Default: none.</summary>
    public IReadOnlyList<ServerKind> Kinds { get; init; } = [];
}

/// <summary>Stands for a plug-in that cannot be used here: it has no server, and says why.</summary>
internal sealed class MissingProvisioner(string name, Unavailable unavailable) : IServerProvisioner
{
    public string Name => name;

    // It would, if it could be used: its own reason is the one to show.
    public bool CanLimit => true;

    public ValueTask<Unavailable?> CheckAsync(ServerKind kind, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult<Unavailable?>(unavailable);

    public Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default) =>
        throw new StoreUnavailableException(unavailable.ToString());
}
