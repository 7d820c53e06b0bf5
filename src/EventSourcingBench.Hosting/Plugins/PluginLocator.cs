namespace EventSourcingBench.Hosting.Plugins;

/// <summary>Finds plug-ins: in a clone by the manifests of its projects, built to <c>artifacts/plugins/CONFIGURATION/PROJECT</c>; in a
/// published layout in <c>plugins/*</c> beside the application.</summary>
public sealed class PluginLocator(string? baseFolder = null)
{
    private static readonly string[] ProjectFolders = ["src/Stores", "src/CommandSides", "src", "loadtests"];
    private readonly string _baseFolder = baseFolder ?? AppContext.BaseDirectory;

    public string Configuration { get; } =
        typeof(PluginLocator).Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()?.Configuration ?? "Release";

    /// <summary>The folder with <c>EventSourcingBench.sln</c>, at or above a folder; null where there is none.</summary>
    public static string? FindRepositoryRoot(string startFolder) =>
        WithAncestors(startFolder).FirstOrDefault(f => File.Exists(Path.Combine(f.FullName, "EventSourcingBench.sln")))?.FullName;

    internal static IEnumerable<DirectoryInfo> WithAncestors(string folder)
    {
        for (var at = new DirectoryInfo(folder); at is not null; at = at.Parent)
            yield return at;
    }

    /// <summary>The plug-ins of a kind, in the order of their names.</summary>
    /// <exception cref="UserException">A manifest is not valid, or an extra folder has none.</exception>
    public IReadOnlyList<PluginLocation> Find(PluginKind kind, IReadOnlyList<string> extraFolders)
    {
        var missing = extraFolders.FirstOrDefault(f => !File.Exists(Path.Combine(f, PluginManifest.FileName)));
        return missing is null
            ? [.. Folders().Concat(extraFolders.Select(Path.GetFullPath)).Distinct(StringComparer.Ordinal)
                .Select(Locate).Where(p => p.Manifest.Kind == kind).OrderBy(p => p.Name, StringComparer.Ordinal)]
            : throw new UserException($"{missing} is not a plug-in: it has no {PluginManifest.FileName}.");
    }

    private IEnumerable<string> Folders()
    {
        var parents = FindRepositoryRoot(_baseFolder) is { } root
            ? ProjectFolders.Select(f => Path.Combine(root, f))
            : [Path.Combine(_baseFolder, "plugins")];
        return parents.Where(Directory.Exists).SelectMany(Directory.EnumerateDirectories)
            .Where(f => File.Exists(Path.Combine(f, PluginManifest.FileName)));
    }

    // Why a plug-in was left out is in artifacts/left-out in a clone; docker/publish.sh puts it beside the manifest.
    private PluginLocation Locate(string folder)
    {
        var manifest = PluginManifest.Read(Path.Combine(folder, PluginManifest.FileName));
        var project = Directory.EnumerateFiles(folder, "*.csproj").Order(StringComparer.Ordinal).FirstOrDefault();
        if (project is null)
        {
            return new PluginLocation(
                Path.GetFileName(folder), manifest, folder, ProjectFile: null, Text(Path.Combine(folder, "left-out.txt")));
        }

        var name = Path.GetFileNameWithoutExtension(project);
        var root = FindRepositoryRoot(folder) ?? folder;
        return new PluginLocation(
            name, manifest, Path.Combine(root, "artifacts", "plugins", Configuration, name), project,
            Text(Path.Combine(root, "artifacts", "left-out", $"{name}.txt")));
    }

    private static string? Text(string file) => File.Exists(file) ? File.ReadAllText(file).Trim() : null;
}

/// <summary>A plug-in that was found: its manifest and where its built output is or will be.</summary>
/// <param name="Name">The name of its project, or of its folder where there is no project.</param>
/// <param name="OutputFolder">Where its assembly is, or will be once it is built.</param>
/// <param name="LeftOut">Why the last build left it out (eng/LeftOut.targets), without a full stop; null where it did not.</param>
public sealed record PluginLocation(string Name, PluginManifest Manifest, string OutputFolder, string? ProjectFile, string? LeftOut = null)
{
    internal (T? Instance, Unavailable? Unavailable) Activate<T>()
        where T : class
    {
        if (WhyNot() is { } unavailable)
            return (null, unavailable);

        try
        {
            return (PluginLoader.Load<T>(OutputFolder, Manifest.Assembly), null);
        }
        catch (Exception e) when (e is TargetInvocationException or TypeLoadException or MissingMemberException or IOException
            or BadImageFormatException or ReflectionTypeLoadException)
        {
            var cause = e is TargetInvocationException { InnerException: { } inner } ? inner : e;
            return (null, new Unavailable(
                $"{Name} is built but cannot run here: {cause.Message.ReplaceLineEndings(" ")}",
                $"Remove {OutputFolder} and build again."));
        }
    }

    private Unavailable? WhyNot()
    {
        if (LeftOut is { } reason)
        {
            return new Unavailable(
                $"{Name} was left out of the build: {reason}.",
                "Configure a NuGet source that has what is missing, such as nuget.org, and build again.");
        }

        if (File.Exists(Path.Combine(OutputFolder, Manifest.Assembly + ".dll")))
            return null;

        if (Directory.Exists(OutputFolder) && Directory.EnumerateFiles(OutputFolder, "*.deps.json").FirstOrDefault() is { } built)
        {
            var assembly = Path.GetFileName(built)[..^".deps.json".Length];
            return new Unavailable(
                $"{Name} is built as {assembly}.dll, but its {PluginManifest.FileName} names the assembly '{Manifest.Assembly}'.",
                $"Set \"assembly\": \"{assembly}\" in {PluginManifest.FileName}.");
        }

        return new Unavailable(
            $"{Name} is not built.",
            ProjectFile is null
                ? $"Publish it to {OutputFolder}."
                : $"Build it: dotnet build {ProjectFile} -c {Path.GetFileName(Path.GetDirectoryName(OutputFolder))}");
    }
}
