using System.Xml.Linq;

namespace EventSourcingBench.Benchmarks.Run;

/// <summary>The package references of a plug-in's project.</summary>
internal static class PluginPackages
{
    /// <summary>The package names; empty for a plug-in without a project.</summary>
    public static IReadOnlyList<string> Of(PluginLocation plugin) => plugin.ProjectFile is { } project
        ? [.. XDocument.Load(project).Descendants("PackageReference").Select(r => r.Attribute("Include")?.Value).OfType<string>()]
        : [];
}
