namespace EventSourcingBench.Docker.Tests;

internal static class Repository
{
    public static string Root { get; } = FindRoot();

    public static string Read(string path) => File.ReadAllText(Path.Combine(Root, path));

    private static string FindRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "EventSourcingBench.sln")))
            folder = folder.Parent;

        return folder?.FullName ?? throw new InvalidOperationException("The tests do not run inside the repository.");
    }
}
