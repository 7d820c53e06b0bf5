namespace EventSourcingBench.Hosting.Catalogs;

/// <summary>The command sides that come as plug-ins.</summary>
/// <typeparam name="T">The class that the application asks of them: its assembly is shared with the plug-in.</typeparam>
public static class CommandSideCatalog<T>
    where T : class
{
    /// <summary>Finds one by its name, and loads it; no plug-in may be named like the application's own command sides.</summary>
    /// <returns>The plug-in's class, or why it cannot run here.</returns>
    /// <exception cref="UserException">As <see cref="StoreCatalog.Load"/>.</exception>
    public static (T? Instance, Unavailable? Unavailable) Load(string name, CatalogOptions options, IReadOnlyList<string> hostNames)
    {
        var offer = PluginOffers<T>.Load(PluginKind.CommandSide, "command side", options with { Only = [name] }, hostNames).Loaded[0];
        return (offer.Instance, offer.Unavailable);
    }
}
