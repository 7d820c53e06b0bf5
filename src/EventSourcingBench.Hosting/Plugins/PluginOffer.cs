namespace EventSourcingBench.Hosting.Plugins;

/// <summary>Something that a plug-in offers by name, known before the plug-in is built.</summary>
/// <param name="Name">The name that users say: lower-case letters, digits and <c>-</c>, starting with a letter.</param>
/// <param name="Summary">One line: what it is.</param>
/// <param name="Server">The kind of server that it needs; null where it needs none. Stores only.</param>
/// <param name="Model">How the suites use it. Stores only.</param>
public sealed record PluginOffer(string Name, string Summary, string? Server = null, StoreModel Model = StoreModel.Streams);
