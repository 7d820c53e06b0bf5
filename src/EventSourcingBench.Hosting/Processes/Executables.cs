namespace EventSourcingBench.Hosting.Processes;

/// <summary>Looks for executables.</summary>
internal static class Executables
{
    // Root's tools are often left out of the PATH of services and containers.
    private static readonly string[] SystemFolders = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"];

    /// <summary>The folders of PATH.</summary>
    public static IEnumerable<string> PathFolders =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);

    /// <summary>The path of an executable, from PATH and the system's own folders; null where there is none.</summary>
    public static string? Find(string name) =>
        PathFolders.Concat(SystemFolders).Select(f => Path.Combine(f, name)).FirstOrDefault(File.Exists);
}
