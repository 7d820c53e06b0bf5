namespace EventSourcingBench.Hosting.Plugins;

/// <summary>The <c>plugin.json</c> of a plug-in: what it offers, so that it can be listed before it is built or where it cannot be. A store
/// plug-in lists its <c>stores</c> and <c>servers</c>; an engine or a provisioner has one <c>name</c> and <c>summary</c>.</summary>
/// <param name="Kind">What it gives the host.</param>
/// <param name="Assembly">The name of its assembly, without <c>.dll</c>.</param>
/// <param name="Offers">What it offers, one or more; exactly one for an engine or a provisioner.</param>
/// <param name="Servers">The kinds of servers that it brings, for its stores and those of others.</param>
/// <param name="Packages">The packages that not every NuGet source has.</param>
public sealed record PluginManifest(
    PluginKind Kind, string Assembly, IReadOnlyList<PluginOffer> Offers, IReadOnlyList<string> Servers, IReadOnlyList<string> Packages)
{
    public const string FileName = "plugin.json";

    /// <summary>Reads a manifest. An unknown member is an error, as is one that is missing.</summary>
    /// <exception cref="UserException">It is not valid; the message names the file and what is valid.</exception>
    public static PluginManifest Read(string file)
    {
        try
        {
            using var document = JsonDocument.Parse(File.ReadAllBytes(file));
            return ManifestReader.Read(document.RootElement);
        }
        catch (Exception e) when (e is JsonException or FormatException or IOException or UnauthorizedAccessException)
        {
            throw new UserException($"{file}: {e.Message}", e);
        }
    }
}

/// <summary>What a plug-in gives the host.</summary>
public enum PluginKind
{
    Store = 0, // It has an IStorePlugin.
    Engine = 1, // It has an ILoadEngine.
    Provisioner = 2, // It has an IServerProvisioner.
    CommandSide = 3, // A way to run commands: it has the class that the application asks for.
}

/// <summary>Something that a plug-in offers by name, known before the plug-in is built.</summary>
/// <param name="Name">The name that users say: lower-case letters, digits and <c>-</c>, starting with a letter.</param>
/// <param name="Summary">One line: what it is.</param>
/// <param name="Server">The kind of server that it needs; null where it needs none. Stores only.</param>
/// <param name="Model">How the suites use it. Stores only.</param>
public sealed record PluginOffer(string Name, string Summary, string? Server = null, StoreModel Model = StoreModel.Streams);
