using System.Xml.Linq;

namespace EventSourcingBench.Architecture.Tests;

internal sealed record ProjectFile(string Path, XDocument Xml)
{
    private const string Prefix = "EventSourcingBench.";

    public string Name => System.IO.Path.GetFileNameWithoutExtension(Path);

    public string RelativePath => System.IO.Path.GetRelativePath(Repository.Root, Path).Replace('\\', '/');

    /// <summary>Projects whose types it uses, without the prefix; those only built with it are left out.</summary>
    public IReadOnlyList<string> References => Xml.Descendants("ProjectReference")
        .Where(reference => reference.Attribute("ReferenceOutputAssembly")?.Value != "false")
        .Select(reference => System.IO.Path.GetFileNameWithoutExtension(reference.Attribute("Include")!.Value.Replace('\\', '/')))
        .Select(name => name[Prefix.Length..]).Order(StringComparer.Ordinal).ToList();

    public IReadOnlyList<string> Packages =>
        [.. Xml.Descendants("PackageReference").Select(reference => reference.Attribute("Include")!.Value)];
}
