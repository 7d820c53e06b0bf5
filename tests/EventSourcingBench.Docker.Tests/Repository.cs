namespace EventSourcingBench.Docker.Tests;

internal static class Repository
{
    public static string Root { get; } = PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory)!;

    public static string Read(string path) => File.ReadAllText(Path.Combine(Root, path));
}
