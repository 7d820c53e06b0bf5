namespace EventSourcingBench.Docker.Tests;

internal static class Repository
{
    public static string Root { get; } = FindRoot(AppContext.BaseDirectory);

    public static string Read(string path) => File.ReadAllText(Path.Combine(Root, path));

    private static string FindRoot(string? folder) => folder is null
        ? throw new InvalidOperationException("The tests do not run inside the repository.")
        : File.Exists(Path.Combine(folder, "EventSourcingBench.sln")) ? folder : FindRoot(Path.GetDirectoryName(folder));
}
