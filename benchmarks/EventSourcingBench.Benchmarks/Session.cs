namespace EventSourcingBench.Benchmarks;

/// <summary>Settings that the command passes to benchmark processes by environment variable: where stores are found, the folder of the
/// shared data, and the pause between two iterations. Servers are passed as usual: <c>EVENTSOURCINGBENCH_POSTGRES</c>.</summary>
internal sealed record Session(
    string Namespace, string DataFolder, IReadOnlyList<string> PluginFolders, IReadOnlyDictionary<string, string> StoreOptions,
    TimeSpan Pause)
{
    private const string Variable = "EVENTSOURCINGBENCH_BENCHMARKS";

    /// <summary>Names a folder with another build of a plug-in, which is used instead; set by jobs of <c>--versions</c>.</summary>
    public const string PluginVariable = "EVENTSOURCINGBENCH_BENCHMARKS_PLUGIN";

    public static Session Current => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } text
        ? JsonSerializer.Deserialize<Session>(text) ?? throw new InvalidOperationException($"{Variable} is empty.")
        : throw new InvalidOperationException(
            "Benchmarks of stores are started by this project's command, which finds the stores and their servers first.");

    /// <summary>Makes it the session of this process and its child processes.</summary>
    public void Enter() => Environment.SetEnvironmentVariable(Variable, JsonSerializer.Serialize(this));

    /// <summary>Opens a store: an empty one whose data is removed when it is closed, or one on the prepared data, which is kept.</summary>
    public async Task<IStore> OpenAsync(string name, bool isFresh)
    {
        var build = Environment.GetEnvironmentVariable(PluginVariable) is { Length: > 0 } other ? other : null;
        var entry = Catalog.Stores(new CatalogOptions(PluginFolders, [name], build)).Find(name);
        // Set by the command, for any source of servers.
        var server = entry.Server is not { } kind ? null : await new EnvironmentProvisioner().StartAsync(
            new ServerRequest(new ServerKind { Name = kind }, Path.Combine(DataFolder, "server-" + kind)));
        var ns = isFresh ? RunNamespace.Create(TimeProvider.System) : Namespace;
        return await StoreOpener.OpenAsync(entry, server, StoreOptions, DataFolder, ns, keep: !isFresh, CancellationToken.None);
    }
}
