using EventSourcingBench.Abstractions;
using EventSourcingBench.Hosting;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// The stores of a run, opened: their servers found or started, each opened once so that it describes itself. A store
/// that cannot be opened joins those that could not run.
/// </summary>
internal sealed class StoreTargets : IAsyncDisposable
{
    private readonly Dictionary<string, IStoreUnderTest> _stores = new(StringComparer.Ordinal);
    private readonly Dictionary<string, StoreModel> _models;
    private readonly List<StoreRecord> _records = [];
    private readonly List<UnavailableRecord> _unavailable;

    private StoreTargets(StoreSelection selection)
    {
        _unavailable = [.. selection.Unavailable];
        _models = selection.Chosen.ToDictionary(e => e.Name, e => e.Model, StringComparer.Ordinal);
    }

    /// <summary>What the stores say of themselves.</summary>
    public IReadOnlyList<StoreRecord> Records => _records;

    /// <summary>What could not run.</summary>
    public IReadOnlyList<UnavailableRecord> Unavailable => _unavailable;

    /// <summary>The names of the stores that run.</summary>
    public IReadOnlyList<string> Names => _records.Select(r => r.Name).ToList();

    /// <summary>The names of the stores that run a suite.</summary>
    public IReadOnlyList<string> NamesFor(Suite suite) => Names.Where(n => suite.Asks(_models[n])).ToList();

    /// <summary>A store by its name.</summary>
    public IStoreUnderTest this[string name] => _stores[name];

    /// <summary>Opens the chosen stores.</summary>
    public static async Task<StoreTargets> OpenAsync(
        StoreSelection selection,
        ServerPool servers,
        RunSettings settings,
        string dataFolder,
        RunProgress progress,
        CancellationToken cancellationToken)
    {
        var targets = new StoreTargets(selection);
        try
        {
            foreach (var entry in selection.Chosen)
            {
                progress.Say($"opening {entry.Name}");
                await targets.OpenAsync(entry, servers, settings, dataFolder, cancellationToken);
            }

            return targets;
        }
        catch
        {
            await targets.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        // All at once: one that fails to close keeps no other open.
        await Task.WhenAll(_stores.Values.Select(s => s.DisposeAsync().AsTask()));
    }

    private async Task OpenAsync(StoreEntry entry, ServerPool servers, RunSettings settings, string dataFolder, CancellationToken cancellationToken)
    {
        try
        {
            var server = entry.Server is { } kind ? await servers.AcquireAsync(kind, cancellationToken) : null;
            var target = new StoreTarget(entry, server, settings.StoreOptions, dataFolder, settings.PluginFolders, settings.Keep)
            {
                ApiAddress = settings.ApiAddress is { } api ? GeneratorAddress.ParseApi(api) : "127.0.0.1",
            };
            IStoreUnderTest store = settings.Via == Via.Direct ? new DirectStore(target) : new ApiStore(target);
            _stores.Add(entry.Name, store);
            await store.ResetAsync(copies: 1, [], cancellationToken);
            _records.Add(await store.DescribeAsync(cancellationToken));
        }
        catch (Exception e) when (e is StoreFailureException or StoreUnavailableException)
        {
            _unavailable.Add(new UnavailableRecord(entry.Name, e.Message, ""));
        }
    }
}
