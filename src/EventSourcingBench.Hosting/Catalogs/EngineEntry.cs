namespace EventSourcingBench.Hosting.Catalogs;

/// <summary>A load engine that the user can name, whether it can run here or not.</summary>
/// <param name="Name">The name that users say.</param>
/// <param name="Summary">One line: what it is.</param>
/// <param name="PluginName">The plug-in that offers it; null for an engine of the host's own.</param>
/// <param name="Engine">The engine; null when <paramref name="Unavailable"/> says why there is none.</param>
/// <param name="Unavailable">Why its plug-in cannot be used here; null when it can.</param>
public sealed record EngineEntry(string Name, string Summary, string? PluginName, ILoadEngine? Engine, Unavailable? Unavailable);
