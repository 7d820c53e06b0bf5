using System.Xml.Linq;

namespace EventSourcingBench.Architecture.Tests;

/// <summary>The projects of the solution and what they reference, read from the project files.</summary>
internal static class Repository
{
    public static string Root { get; } = FindRoot(AppContext.BaseDirectory);

    public static IReadOnlyList<ProjectFile> Projects { get; } = Directory
        .EnumerateFiles(Root, "*.csproj", SearchOption.AllDirectories)
        .Where(path => !IsBuildOutput(path))
        .Select(path => new ProjectFile(path, XDocument.Load(path)))
        .OrderBy(project => project.Name, StringComparer.Ordinal)
        .ToList();

    public static IEnumerable<string> Sources(string folder) => Directory
        .EnumerateFiles(Path.Combine(Root, folder), "*.*", SearchOption.AllDirectories)
        .Where(path => !IsBuildOutput(path) && Path.GetExtension(path) is ".cs" or ".razor" or ".js" or ".sql");

    /// <summary>The names of the projects whose paths begin so.</summary>
    public static IEnumerable<string> Under(string start) =>
        Projects.Where(p => p.RelativePath.StartsWith(start, StringComparison.Ordinal)).Select(p => p.Name);

    public static ProjectFile Project(string name) => Projects.Single(project => project.Name == name);

    private static bool IsBuildOutput(string path) =>
        path.Split(Path.DirectorySeparatorChar).Any(part => part is "obj" or "bin" or "artifacts" or "node_modules");

    private static string FindRoot(string? folder) => folder is null
        ? throw new InvalidOperationException("The tests do not run inside the repository.")
        : File.Exists(Path.Combine(folder, "EventSourcingBench.sln")) ? folder : FindRoot(Path.GetDirectoryName(folder));
}

internal sealed record ProjectFile(string Path, XDocument Xml)
{
    public string Name => System.IO.Path.GetFileNameWithoutExtension(Path);

    public string RelativePath => System.IO.Path.GetRelativePath(Repository.Root, Path).Replace('\\', '/');

    /// <summary>Projects whose types it uses, without the prefix; those only built with it are left out.</summary>
    public IEnumerable<string> References => Xml.Descendants("ProjectReference")
        .Where(reference => reference.Attribute("ReferenceOutputAssembly")?.Value != "false")
        .Select(reference => System.IO.Path.GetFileNameWithoutExtension(reference.Attribute("Include")!.Value.Replace('\\', '/')))
        .Select(name => name["EventSourcingBench.".Length..]).Order(StringComparer.Ordinal);
}
