namespace EventSourcingBench.Hosting.Processes;

public static partial class Executables
{
    // Root's tools are often left out of the PATH of services and containers.
    private static readonly string[] SystemFolders = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"];

    /// <summary>The path of an executable, from PATH and the system's own folders; null where there is none.</summary>
    public static string? Find(string name) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Concat(SystemFolders).Select(f => Path.Combine(f, name)).FirstOrDefault(File.Exists);

    /// <summary>The files that full paths with <c>*</c> name, the highest version first: a place with several has its number in a
    /// name.</summary>
    public static IEnumerable<string> Installed(IEnumerable<string> places) =>
        places.SelectMany(Matches).OrderByDescending(Version, StringComparer.Ordinal);

    private static IEnumerable<string> Matches(string pattern)
    {
        IEnumerable<string> root = [Path.GetPathRoot(pattern)!];
        return pattern.Split(Path.DirectorySeparatorChar, StringSplitOptions.RemoveEmptyEntries)
            .Aggregate(root, (found, part) => part.Contains('*', StringComparison.Ordinal)
                ? found.Where(Directory.Exists).SelectMany(f => Directory.EnumerateFileSystemEntries(f, part))
                : found.Select(f => Path.Combine(f, part)))
            .Where(File.Exists);
    }

    // The numbers in a path, such that they compare as text.
    private static string Version(string path) => string.Concat(Numbers().Matches(path).Select(m => m.Value.PadLeft(20, '0')));

    [GeneratedRegex(@"\d+")]
    private static partial Regex Numbers();
}
