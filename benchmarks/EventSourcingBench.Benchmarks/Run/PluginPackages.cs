using System.Xml.Linq;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.Benchmarks;

/// <summary>The packages that the project of a plug-in names.</summary>
internal static class PluginPackages
{
    /// <summary>Their names; none for a plug-in without a project.</summary>
    public static IReadOnlyList<string> Of(PluginLocation plugin) => plugin.ProjectFile is { } project
        ? [.. XDocument.Load(project).Descendants("PackageReference").Select(r => r.Attribute("Include")?.Value).OfType<string>()]
        : [];
}
