namespace EventSourcingBench.Hosting;

/// <summary>What a plug-in's output is made of, and whether the output is as new.</summary>
internal sealed class PluginSources
{
    private static readonly string[] SharedFiles = ["Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props", "eng/Plugin.props"];
    private readonly PluginLocation _plugin;
    private readonly string _projectFolder;

    private PluginSources(PluginLocation plugin)
    {
        _plugin = plugin;
        _projectFolder = Path.GetDirectoryName(Path.GetFullPath(plugin.ProjectFile!))!;
    }

    /// <summary>The root of the repository that holds the plug-in; the project's folder where it is in none.</summary>
    public string Root => PluginLocator.FindRepositoryRoot(_projectFolder) ?? _projectFolder;

    /// <summary>Where what is known of builds is kept.</summary>
    public string StateFolder => Path.Combine(Root, "artifacts", "plugins", ".state");

    // A build that finds nothing to do leaves the assembly's time alone: this file says that it was looked at.
    private string BuiltFile => Path.Combine(StateFolder, $"{Path.GetFileName(Path.GetDirectoryName(_plugin.OutputFolder))}.{_plugin.Name}.built");

    public static PluginSources Of(PluginLocation plugin) => new(plugin);

    /// <summary>True when the output is there and no source is newer.</summary>
    public bool IsFresh()
    {
        if (!_plugin.IsBuilt)
        {
            return false;
        }

        var built = File.GetLastWriteTimeUtc(_plugin.AssemblyFile);
        var looked = File.Exists(BuiltFile) ? File.GetLastWriteTimeUtc(BuiltFile) : built;
        var newest = Files().Max(File.GetLastWriteTimeUtc);
        return newest <= (looked > built ? looked : built);
    }

    /// <summary>Notes that a build has just succeeded.</summary>
    public void MarkBuilt()
    {
        Directory.CreateDirectory(StateFolder);
        File.WriteAllText(BuiltFile, "");
    }

    /// <summary>The plug-in's own files and those that every project is made with.</summary>
    public IEnumerable<string> Files() =>
        SourceFiles(_projectFolder).Concat(SharedFiles.Select(f => Path.Combine(Root, f)).Where(File.Exists));

    private static IEnumerable<string> SourceFiles(string folder)
    {
        var own = Directory.EnumerateFiles(folder).Where(f => !f.EndsWith(".md", StringComparison.OrdinalIgnoreCase));
        var below = Directory.EnumerateDirectories(folder)
            .Where(d => Path.GetFileName(d) is not ("bin" or "obj" or "artifacts") && !Path.GetFileName(d).StartsWith('.'));
        return own.Concat(below.SelectMany(SourceFiles));
    }
}
