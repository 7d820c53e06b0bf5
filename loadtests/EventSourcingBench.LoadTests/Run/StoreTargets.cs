using System.Diagnostics.CodeAnalysis;

namespace EventSourcingBench.LoadTests.Run;

/// <summary>The stores of a run, each opened once so that it describes itself. One that cannot be opened is unavailable.</summary>
internal sealed class StoreTargets(
    StoreSelection selection, ServerPool servers, RunSettings settings, RunPreparation preparation, RunData data, RunProgress progress)
    : IAsyncDisposable
{
    private readonly Dictionary<string, StoreUnderTest> _stores = new(StringComparer.Ordinal);

    public List<StoreRecord> Records { get; } = [];

    public List<UnavailableRecord> Unavailable { get; } = [.. selection.Unavailable];

    public IReadOnlyList<string> Names => Records.ConvertAll(r => r.Name);

    public IReadOnlyList<string> NamesFor(Suite suite) => [.. Names.Where(n => suite.Asks(_stores[n].Target.Entry.Model, settings.Via))];

    public StoreUnderTest this[string name] => _stores[name];

    /// <summary>Opens the chosen stores, each once for each number of nodes and each network that it can have. As many at a time as there
    /// are processors: a process of the API compiles for a second or two as it starts. Meanwhile servers start.</summary>
    public async Task OpenAsync(CancellationToken cancellationToken)
    {
        var all = selection.Chosen.SelectMany(entry => SetupsOf(entry).Select(setup => (Entry: entry, Setup: setup))).ToList();
        using var processors = new SemaphoreSlim(Environment.ProcessorCount);
        var opened = await Task.WhenAll(all.Select(one => OpenAsync(one.Entry, one.Setup, processors, cancellationToken)));
        Records.AddRange(opened.Select(o => o.Record).OfType<StoreRecord>());
        Unavailable.AddRange(opened.Select(o => o.Unavailable).OfType<UnavailableRecord>());
    }

    /// <summary>How a store is called where several setups of it are compared: <c>postgres-replicated (3 nodes)</c>.</summary>
    public static string Label(string store, StoreSetup setup)
    {
        string?[] all =
        [
            setup.Nodes is { } nodes ? ProgressText.Counted(nodes, "node") : null,
            setup.ApiNodes is { } apiNodes ? ProgressText.Counted(apiNodes, "API node") : null,
            setup.Network is not { } network ? null
                : network.Delay == TimeSpan.Zero ? "relayed" : $"{DurationText.Of(network.Delay)} away",
        ];
        List<string> parts = [.. all.OfType<string>()];
        return parts.Count == 0 ? store : $"{store} ({string.Join(", ", parts)})";
    }

    // All at once: one that fails to close keeps no other open.
    public async ValueTask DisposeAsync() => await Task.WhenAll(_stores.Select(s => CloseAsync(s.Key, s.Value)));

    // A server that is gone takes its data with it; what was measured stands.
    private async Task CloseAsync(string name, StoreUnderTest store)
    {
        try
        {
            await store.DisposeAsync();
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            progress.Say($"Warning: {name} was not closed: {Secrets.OfThisProcess.Redact(e.Message)}");
        }
        finally
        {
            await EndRelaysAsync(store.Server);
        }
    }

    // An embedded store has no network, and several processes cannot share it.
    private IEnumerable<StoreSetup> SetupsOf(CatalogEntry<StoreDefinition> entry) =>
        from nodes in entry.Offered!.Replicated && !HasGivenServer(entry) ? preparation.Nodes.Cast<int?>().DefaultIfEmpty() : [null]
        from apiNodes in entry.Server is null ? [null] : preparation.ApiNodes
        from network in entry.Server is null ? [null] : preparation.Networks
        select new StoreSetup(nodes, apiNodes, network);

    // It has the nodes that it has.
    private bool HasGivenServer(CatalogEntry<StoreDefinition> entry) => entry.Server is { } kind && settings.GivesServer(kind);

    private async Task<(StoreRecord? Record, UnavailableRecord? Unavailable)> OpenAsync(
        CatalogEntry<StoreDefinition> entry, StoreSetup setup, SemaphoreSlim processors, CancellationToken cancellationToken)
    {
        var label = Label(entry.Name, setup);
        var hasProcessor = false;
        try
        {
            var server = entry.Server is { } kind ? await servers.AcquireAsync(kind, setup.Nodes ?? 1, cancellationToken) : null;
            await processors.WaitAsync(cancellationToken);
            hasProcessor = true;
            progress.Say($"opening {label}{(setup.Nodes, setup.ApiNodes) switch
            {
                (null, _) when preparation.Nodes.Count > 0 && HasGivenServer(entry) => ", with the nodes of the server that is there",
                (null, _) when preparation.Nodes.Any(n => n > 1) => ", on one node only: it is not replicated",
                (_, null) when preparation.ApiNodes.Any(n => n > 1) => ", with one process of the API: several cannot share it",
                _ when server is null && preparation.Networks.Any(n => n is not null) => ", without the network: it has no server",
                _ => "",
            }}");
            // A suite without shows has the defaults of theirs.
            var workload = preparation.Workloads[0].Workload;
            var reached = Reached(server, setup.Network);
            var target = new StoreTarget(
                entry, reached, settings.StoreOptions, data.Embedded.Folder, settings.PluginFolders, settings.Keep)
            {
                ApiAddress = settings.ApiAddress is { } api ? GeneratorAddress.ParseApi(api) : "127.0.0.1",
                ApiHost = settings.ApiHosts.TryGetValue(entry.Name, out var host) ? GeneratorAddress.Parse(host) : null,
                Wait = settings.Wait,
                Label = label,
                Breakdown = settings.Breakdown,
                Disk = server is null && settings.ApiHosts.ContainsKey(entry.Name) ? null : data.DiskOf(server),
                LazyFs = settings.LazyFs,
                Clock = data.Clock,
                ApiCpus = preparation.Cpus?.Of(CpuPlan.Nodes),
                ApiNodes = setup.ApiNodes ?? 1,
                Routing = Enum.Parse<Routing>(workload.Get(ReservationParameters.Routing), ignoreCase: true),
                Reservations = new ReservationOptions
                {
                    IdleTime = workload.Get(ReservationParameters.PassivateAfter),
                    MaxActive = workload.Get(ReservationParameters.MaxActiveShows),
                },
            };
            var renewal = Renewal(server, reached, setup);
            StoreUnderTest store = settings.Via == Via.Direct ? new DirectStore(target, renewal) : new ApiStore(target, renewal);
            lock (_stores)
                _stores.Add(label, store);

            await store.ResetAsync(copies: 1, cancellationToken);
            return settings.Suites.Select(s => s.Obstacle(store)).FirstOrDefault(o => o is not null) is { } obstacle
                ? (null, new UnavailableRecord(label, obstacle.Reason, obstacle.Fix))
                : (await store.DescribeAsync(cancellationToken), null);
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            return (null, new UnavailableRecord(label, Secrets.OfThisProcess.Redact(e.Message), ""));
        }
        finally
        {
            if (hasProcessor)
                processors.Release();
        }
    }

    // Stops the server, which was hurt, and starts another.
    private Func<CancellationToken, Task<ProvisionedServer>>? Renewal(
        ProvisionedServer? current, ProvisionedServer? reached, StoreSetup setup)
    {
        return current?.Kind is not { } kind ? null : async cancellationToken =>
        {
            // Released once, also where no other can be had and this is called again.
            if (current is { } hurt)
            {
                current = null;
                await servers.ReleaseAsync(hurt);
            }

            current = await servers.AcquireAsync(kind, setup.Nodes ?? 1, cancellationToken);
            await EndRelaysAsync(reached);
            return reached = Reached(current, setup.Network);
        };
    }

    private static ValueTask EndRelaysAsync(ProvisionedServer? server) => (server as RelayedServer)?.DisposeAsync() ?? default;

    [return: NotNullIfNotNull(nameof(server))]
    private ProvisionedServer? Reached(ProvisionedServer? server, NetworkConditions? network)
    {
        if (server is null || (network is null && !preparation.Needs.HasFlag(Surroundings.Relays)))
            return server;

        var reached = RelayedServer.Around(server, network);
        return reached is RelayedServer || network is null ? reached : throw new StoreFailureException(
            $"its server is not on this machine, or its connection string does not name the port behind 127.0.0.1 or localhost: "
                + $"{LoadParameters.NetworkDelays.Option} needs both.");
    }
}

/// <summary>How many nodes a store's server and API have, and the network between the two; null where nothing is asked for.</summary>
internal sealed record StoreSetup(int? Nodes = null, int? ApiNodes = null, NetworkConditions? Network = null);

internal sealed record RunData(DataDisk Embedded, DataDisk Servers)
{
    /// <summary>The clock of what holds the data; null: the machine's.</summary>
    public JumpingClock? Clock { get; init; }

    public static RunData Prepare(string workFolder, string? keptFolder, TimeProvider time)
    {
        var servers = Measure(workFolder, "Set TMPDIR to a folder on a disk.");
        return new RunData(keptFolder is null ? servers : Measure(keptFolder, "Name a folder on a disk with --output."), servers);

        DataDisk Measure(string folder, string advice)
        {
            try
            {
                return new(folder, EnvironmentProbe.Measure(folder, advice, time));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw new UserException($"{e.Message.TrimEnd('.')}. {advice}", e);
            }
        }
    }

    /// <summary>The disk of a store's data; null where it is not known, as for servers that run elsewhere or in a container.</summary>
    public DataDisk? DiskOf(ProvisionedServer? server) => server switch
    {
        null => Embedded,
        { ProcessId: not null, Container: null } => Servers,
        _ => null,
    };
}
