namespace EventSourcingBench.Benchmarks.Run;

/// <summary>The servers of a run, passed to every process by environment variable. The command opens each store first, closes it last, so
/// that the prepared data is removed at the end unless it is kept.</summary>
internal sealed class PreparedServers(ServerPool pool) : IAsyncDisposable
{
    private readonly List<IStore> _stores = [];
    private readonly Dictionary<string, string?> _variables = new(StringComparer.Ordinal);

    /// <exception cref="StoreUnavailableException">It could not be started, or the store could not be opened.</exception>
    public async Task OpenAsync(CatalogEntry<StoreDefinition> entry, Session session, bool keep, CancellationToken cancellationToken)
    {
        if (entry.Server is not { } kind)
            return;

        var server = await pool.AcquireAsync(kind, nodes: 1, cancellationToken);
        var variable = EnvironmentProvisioner.Variable(kind);
        _variables.TryAdd(variable, Environment.GetEnvironmentVariable(variable));
        Environment.SetEnvironmentVariable(variable, server.ConnectionString);
        _stores.Add(await StoreOpener.OpenAsync(
            entry, server, session.StoreOptions, session.DataFolder, session.Namespace, keep, cancellationToken));
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            // One that fails keeps no other open.
            await Task.WhenAll(_stores.Select(s => s.DisposeAsync().AsTask()));
        }
        finally
        {
            foreach (var (name, value) in _variables)
                Environment.SetEnvironmentVariable(name, value);
        }
    }
}
