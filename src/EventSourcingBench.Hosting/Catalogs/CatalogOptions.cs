namespace EventSourcingBench.Hosting;

/// <summary>How plug-ins are looked for.</summary>
public sealed record CatalogOptions
{
    /// <summary>
    /// True to build what is not built or older than its sources. False to take built output as it is. Default: true.
    /// </summary>
    public bool BuildMissing { get; init; } = true;

    /// <summary>Is told in one line what takes long. Default: nobody.</summary>
    public Action<string>? OnProgress { get; init; }

    /// <summary>
    /// Folders of plug-ins besides the project's own, each with a <c>plugin.json</c>: a project's folder or built
    /// output. Default: none.
    /// </summary>
    public IReadOnlyList<string>? ExtraPluginFolders { get; init; }

    /// <summary>
    /// Names to load; plug-ins that offer none of them are neither built nor loaded nor listed. Default: all.
    /// </summary>
    public IReadOnlyCollection<string>? Only { get; init; }

    /// <summary>Where the search for the repository starts, going up. Default: the application's folder.</summary>
    public string BaseFolder { get; init; } = AppContext.BaseDirectory;
}
