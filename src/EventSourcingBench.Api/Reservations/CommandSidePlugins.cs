namespace EventSourcingBench.Api.Reservations;

/// <summary>The command sides from plug-ins, each loaded once per process.</summary>
/// <param name="options">The search options.</param>
public sealed class CommandSidePlugins(CatalogOptions options)
{
    private readonly ConcurrentDictionary<string, Lazy<(ICommandSidePlugin?, Unavailable?)>> _loaded = new(StringComparer.Ordinal);

    /// <summary>Checks whether a command side can run here.</summary>
    /// <param name="name">Its name.</param>
    /// <returns>The reason with the fix; null if it can run.</returns>
    /// <exception cref="UserException">The name is unknown, or the manifest is invalid.</exception>
    public Unavailable? WhyNot(string name) => Load(name).Unavailable;

    /// <summary>Loads a plug-in.</summary>
    /// <param name="name">Its name.</param>
    /// <exception cref="StoreUnavailableException">The command side cannot run here. The message has the reason.</exception>
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
