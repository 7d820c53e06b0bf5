namespace EventSourcingBench.Hosting.Catalogs;

/// <summary>The load engines that can be named.</summary>
/// <param name="Entries">The host's own engines, then those of plug-ins in the order of their names.</param>
/// <param name="Names">Every name that can be said, also those that were not to be loaded.</param>
public sealed record EngineCatalog(IReadOnlyList<EngineEntry> Entries, IReadOnlyList<string> Names)
{
    private const string What = "engine";

    /// <summary>Finds and loads the engine plug-ins, besides the host's own engines with a summary each.</summary>
    /// <exception cref="UserException">As <see cref="StoreCatalog.Load"/>.</exception>
    public static EngineCatalog Load(CatalogOptions options, params IReadOnlyList<(ILoadEngine Engine, string Summary)> builtIn)
    {
        var offers = PluginOffers<ILoadEngine>.Load(PluginKind.Engine, What, options, [.. builtIn.Select(e => e.Engine.Name)]);
        var own = builtIn.Where(e => options.Only is null || options.Only.Contains(e.Engine.Name))
            .Select(e => new EngineEntry(e.Engine.Name, e.Summary, null, e.Engine, null));
        var plugged = offers.Loaded.Select(o => new EngineEntry(o.Offer.Name, o.Offer.Summary, o.Plugin.Name, o.Instance, o.Unavailable));
        return new EngineCatalog([.. own, .. plugged], offers.Names);
    }

    /// <summary>The engine of a name.</summary>
    /// <exception cref="UserException">There is none; the message names the valid ones.</exception>
    public EngineEntry Find(string name) =>
        Entries.FirstOrDefault(e => e.Name == name) ?? throw NameSuggestion.Unknown(What, name, Names);
}

/// <summary>A load engine that the user can name, whether it can run here or not.</summary>
/// <param name="Name">The name that users say.</param>
/// <param name="Summary">One line: what it is.</param>
/// <param name="PluginName">The plug-in that offers it; null for an engine of the host's own.</param>
/// <param name="Engine">The engine; null when <paramref name="Unavailable"/> says why there is none.</param>
/// <param name="Unavailable">Why its plug-in cannot be used here; null when it can.</param>
public sealed record EngineEntry(string Name, string Summary, string? PluginName, ILoadEngine? Engine, Unavailable? Unavailable);
