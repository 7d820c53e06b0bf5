namespace EventSourcingBench.Benchmarks.Run;

/// <summary>A store in a benchmark process: it is already built, and its server is already running.</summary>
/// <param name="Name">The name, as used on the command line.</param>
/// <param name="Plugin">The name of its plug-in.</param>
/// <param name="Assembly">The plug-in's assembly, without <c>.dll</c>.</param>
/// <param name="Folder">The folder of the plug-in's output.</param>
/// <param name="Server">The kind of its server; null for an embedded store.</param>
internal sealed record SessionStore(string Name, string Plugin, string Assembly, string Folder, string? Server);
