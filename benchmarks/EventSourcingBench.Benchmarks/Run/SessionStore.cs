namespace EventSourcingBench.Benchmarks;

/// <summary>A store as the process of a benchmark finds it: already built, its server already there.</summary>
/// <param name="Name">The name that users say.</param>
/// <param name="Plugin">The name of its plug-in.</param>
/// <param name="Assembly">The plug-in's assembly, without <c>.dll</c>.</param>
/// <param name="Folder">The folder of the plug-in's output.</param>
/// <param name="Server">The kind of server that it needs; null for an embedded store.</param>
internal sealed record SessionStore(string Name, string Plugin, string Assembly, string Folder, string? Server);
