using System.Xml.Linq;

namespace EventSourcingBench.Architecture.Tests;

/// <summary>The projects of the solution and what they reference, read from the project files.</summary>
internal static class Repository
{
    public static string Root { get; } = FindRoot();

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

    private static string FindRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "EventSourcingBench.sln")))
            folder = folder.Parent;

        return folder?.FullName ?? throw new InvalidOperationException("The tests do not run inside the repository.");
    }
}
