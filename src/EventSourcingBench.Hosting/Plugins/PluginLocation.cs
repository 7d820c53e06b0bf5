namespace EventSourcingBench.Hosting.Plugins;

/// <summary>A plug-in that was found: its manifest and where its built output is or will be.</summary>
/// <param name="Name">The name of its project, or of its folder where there is no project.</param>
/// <param name="Manifest">What it says of itself.</param>
/// <param name="OutputFolder">Where its assembly is, or will be once it is built.</param>
/// <param name="ProjectFile">The project that makes it; null in a published layout.</param>
/// <param name="LeftOut">Why the last build left it out (eng/LeftOut.targets), without a full stop; null where it did not.</param>
public sealed record PluginLocation(string Name, PluginManifest Manifest, string OutputFolder, string? ProjectFile, string? LeftOut = null)
{
    /// <summary>The path of its assembly.</summary>
    public string AssemblyFile => Path.Combine(OutputFolder, Manifest.Assembly + ".dll");

    /// <summary>True when its assembly is there.</summary>
    public bool IsBuilt => File.Exists(AssemblyFile);
}
