namespace EventSourcingBench.Hosting.Catalogs;

/// <summary>How plug-ins are looked for.</summary>
public sealed record CatalogOptions
{
    /// <summary>
    /// Folders of plug-ins besides the project's own, each with a <c>plugin.json</c>: a project's folder or built
    /// output. Default: none.
    /// </summary>
    public IReadOnlyList<string>? ExtraPluginFolders { get; init; }

    /// <summary>
    /// Names to load; plug-ins that offer none of them are neither loaded nor listed. Default: all.
    /// </summary>
    public IReadOnlyCollection<string>? Only { get; init; }

    /// <summary>Where the search for the repository starts, going up. Default: the application's folder.</summary>
    public string BaseFolder { get; init; } = AppContext.BaseDirectory;
}
