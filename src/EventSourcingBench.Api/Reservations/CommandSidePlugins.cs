using System.Collections.Concurrent;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Domain;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.Api;

/// <summary>The command sides that come as plug-ins: each loaded once in a process.</summary>
/// <param name="options">How to look for them.</param>
public sealed class CommandSidePlugins(CatalogOptions options)
{
    private readonly ConcurrentDictionary<string, Lazy<(ICommandSidePlugin?, Unavailable?)>> _loaded = new(StringComparer.Ordinal);

    /// <summary>Whether one can run here.</summary>
    /// <param name="name">Its name.</param>
    /// <returns>Why not, with the fix; null where it can.</returns>
    /// <exception cref="UserException">There is none of this name, or its manifest is wrong.</exception>
    public Unavailable? WhyNot(string name) => Load(name).Unavailable;

    /// <summary>The plug-in.</summary>
    /// <param name="name">Its name.</param>
    /// <exception cref="StoreUnavailableException">It cannot run here; the message says why.</exception>
    public ICommandSidePlugin Find(string name)
    {
        var (plugin, unavailable) = Load(name);
        return plugin ?? throw new StoreUnavailableException($"The command side {name} cannot run here. {unavailable}");
    }

    private (ICommandSidePlugin? Plugin, Unavailable? Unavailable) Load(string name) => _loaded.GetOrAdd(
        name,
        n => new Lazy<(ICommandSidePlugin?, Unavailable?)>(() => CommandSideCatalog<ICommandSidePlugin>.Load(
            n, options, [.. ReservationStrategies.Own.Select(s => s.Name)]))).Value;
}
