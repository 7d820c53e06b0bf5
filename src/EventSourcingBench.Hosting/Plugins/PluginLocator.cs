using System.Reflection;

namespace EventSourcingBench.Hosting.Plugins;

/// <summary>
/// Finds plug-ins: in a clone by the manifests of its projects, built to
/// <c>artifacts/plugins/&lt;Configuration&gt;/&lt;Project&gt;</c>; in a published layout in <c>plugins/*</c> beside
/// the application.
/// </summary>
public sealed class PluginLocator
{
    private static readonly string[] ProjectFolders = [Path.Combine("src", "Stores"), Path.Combine("src", "CommandSides"), "src", "loadtests"];
    private readonly string _baseFolder;

    /// <summary>Looks for the repository.</summary>
    /// <param name="baseFolder">Where the search starts, going up. Default: the application's folder.</param>
    /// <param name="configuration"><c>Debug</c> or <c>Release</c>. Default: the one that the host was built with.</param>
    public PluginLocator(string? baseFolder = null, string? configuration = null)
    {
        _baseFolder = baseFolder ?? AppContext.BaseDirectory;
        Configuration = configuration ?? HostConfiguration;
        RepositoryRoot = FindRepositoryRoot(_baseFolder);
    }

    /// <summary>The folder with the solution; null in a published layout.</summary>
    public string? RepositoryRoot { get; }

    /// <summary>The configuration whose output is looked for.</summary>
    public string Configuration { get; }

    private static string HostConfiguration =>
        typeof(PluginLocator).Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()?.Configuration ?? "Release";

    /// <summary>The folder with <c>EventSourcingBench.sln</c>, at or above a folder; null where there is none.</summary>
    /// <param name="startFolder">Where the search starts.</param>
    public static string? FindRepositoryRoot(string startFolder)
    {
        for (var folder = new DirectoryInfo(startFolder); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "EventSourcingBench.sln")))
            {
                return folder.FullName;
            }
        }

        return null;
    }

    /// <summary>The plug-ins of a kind, in the order of their names.</summary>
    /// <param name="kind">Which ones.</param>
    /// <param name="extraFolders">Folders with a manifest to look at besides.</param>
    /// <exception cref="UserException">A manifest is not valid, or an extra folder has none.</exception>
    public IReadOnlyList<PluginLocation> Find(PluginKind kind, IReadOnlyList<string> extraFolders) =>
        [.. FindAll(extraFolders).Where(p => p.Manifest.Kind == kind)];

    /// <summary>The plug-ins of every kind, in the order of their names.</summary>
    /// <param name="extraFolders">Folders with a manifest to look at besides.</param>
    /// <exception cref="UserException">A manifest is not valid, or an extra folder has none.</exception>
    public IReadOnlyList<PluginLocation> FindAll(IReadOnlyList<string> extraFolders)
    {
        ArgumentNullException.ThrowIfNull(extraFolders);
        var missing = extraFolders.FirstOrDefault(f => !File.Exists(Path.Combine(f, PluginManifest.FileName)));
        return missing is null
            ? [.. Folders().Concat(extraFolders.Select(Path.GetFullPath)).Distinct(StringComparer.Ordinal)
                .Select(Locate).OrderBy(p => p.Name, StringComparer.Ordinal)]
            : throw new UserException($"{missing} is not a plug-in: it has no {PluginManifest.FileName}.");
    }

    private IEnumerable<string> Folders()
    {
        var parents = RepositoryRoot is { } root
            ? ProjectFolders.Select(f => Path.Combine(root, f))
            : [Path.Combine(_baseFolder, "plugins")];
        return parents.Where(Directory.Exists)
            .SelectMany(Directory.EnumerateDirectories)
            .Where(f => File.Exists(Path.Combine(f, PluginManifest.FileName)));
    }

    private PluginLocation Locate(string folder)
    {
        var manifest = PluginManifest.Read(Path.Combine(folder, PluginManifest.FileName));
        var project = Directory.EnumerateFiles(folder, "*.csproj").Order(StringComparer.Ordinal).FirstOrDefault();
        if (project is null)
        {
            return new PluginLocation(Path.GetFileName(folder), manifest, folder, ProjectFile: null);
        }

        var name = Path.GetFileNameWithoutExtension(project);
        var root = FindRepositoryRoot(folder) ?? folder;
        var leftOut = Path.Combine(root, "artifacts", "left-out", $"{name}.txt");
        return new PluginLocation(
            name,
            manifest,
            Path.Combine(root, "artifacts", "plugins", Configuration, name),
            project,
            File.Exists(leftOut) ? File.ReadAllText(leftOut).Trim() : null);
    }
}
