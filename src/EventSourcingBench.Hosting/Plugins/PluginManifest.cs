namespace EventSourcingBench.Hosting.Plugins;

/// <summary>The <c>plugin.json</c> of a plug-in: what it offers, so that it can be listed before it is built or where it cannot be. A store
/// plug-in lists its <c>stores</c> and <c>servers</c>; an engine or a provisioner has one <c>name</c> and <c>summary</c>.</summary>
public sealed record PluginManifest
{
    /// <summary>The name of the file.</summary>
    public const string FileName = "plugin.json";

    /// <summary>What it gives the host.</summary>
    public required PluginKind Kind { get; init; }

    /// <summary>The name of its assembly, without <c>.dll</c>.</summary>
    public required string Assembly { get; init; }

    /// <summary>What it offers, one or more; exactly one for an engine or a provisioner.</summary>
    public required IReadOnlyList<PluginOffer> Offers { get; init; }

    /// <summary>The kinds of servers that it brings, for its stores and those of others. Default: none.</summary>
    public IReadOnlyList<string> Servers { get; init; } = [];

    /// <summary>The packages that not every NuGet source has. Default: none.</summary>
    public IReadOnlyList<string> Packages { get; init; } = [];

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
    /// <summary>Stores: it has an <see cref="Abstractions.IStorePlugin"/>.</summary>
    Store = 0,

    /// <summary>A load engine: it has a <see cref="EventSourcingBench.Measurement.Load.ILoadEngine"/>.</summary>
    Engine = 1,

    /// <summary>A way to have servers: it has an <see cref="Abstractions.IServerProvisioner"/>.</summary>
    Provisioner = 2,

    /// <summary>A way to run commands: it has the class that the application asks for.</summary>
    CommandSide = 3,
}

/// <summary>Something that a plug-in offers by name, known before the plug-in is built.</summary>
/// <param name="Name">The name that users say: lower-case letters, digits and <c>-</c>, starting with a letter.</param>
/// <param name="Summary">One line: what it is.</param>
/// <param name="Server">The kind of server that it needs; null where it needs none. Stores only.</param>
/// <param name="Model">How the suites use it. Stores only.</param>
public sealed record PluginOffer(string Name, string Summary, string? Server = null, StoreModel Model = StoreModel.Streams);
