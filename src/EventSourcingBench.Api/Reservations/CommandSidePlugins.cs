using System.Collections.Concurrent;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Domain;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.Api;

/// <summary>The command sides that come as plug-ins: each loaded once in a process.</summary>
/// <param name="options">How to look for them.</param>
public sealed class CommandSidePlugins(CatalogOptions options)
{
    private readonly ConcurrentDictionary<string, Lazy<Task<(ICommandSidePlugin?, Unavailable?)>>> _loaded = new(StringComparer.Ordinal);

    /// <summary>Whether one can run here, built where it was not.</summary>
    /// <param name="name">Its name.</param>
    /// <returns>Why not, with the fix; null where it can.</returns>
    /// <exception cref="UserException">It does not compile, or its manifest is wrong.</exception>
    public async Task<Unavailable?> WhyNotAsync(string name) => (await LoadAsync(name)).Unavailable;

    /// <summary>The plug-in.</summary>
    /// <param name="name">Its name.</param>
    /// <exception cref="StoreUnavailableException">It cannot run here; the message says why.</exception>
    public async Task<ICommandSidePlugin> FindAsync(string name)
    {
        var (plugin, unavailable) = await LoadAsync(name);
        return plugin ?? throw new StoreUnavailableException($"The command side {name} cannot run here. {unavailable}");
    }

    private Task<(ICommandSidePlugin? Plugin, Unavailable? Unavailable)> LoadAsync(string name) => _loaded.GetOrAdd(
        name,
        n => new Lazy<Task<(ICommandSidePlugin?, Unavailable?)>>(() => CommandSideCatalog<ICommandSidePlugin>.LoadAsync(
            n, options, [.. ReservationStrategies.Own.Select(s => s.Name)], CancellationToken.None))).Value;
}
