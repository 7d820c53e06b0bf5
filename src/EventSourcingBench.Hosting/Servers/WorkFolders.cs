using EventSourcingBench.Measurement.Machines;

namespace EventSourcingBench.Hosting.Servers;

/// <summary>What a folder is like, or its nearest ancestor where it is not there yet.</summary>
internal static class WorkFolders
{
    public static bool IsOnDisk(string folder) => !FileSystems.IsInMemory(FileSystems.Of(Ancestors(folder).First(f => f.Exists).FullName));

    /// <summary>Whether every user can pass through it and all folders above.</summary>
    public static bool IsOpenToOthers(string folder) => OperatingSystem.IsWindows()
        || Ancestors(folder).Where(f => f.Exists).All(f => f.UnixFileMode.HasFlag(UnixFileMode.OtherExecute));

    private static IEnumerable<DirectoryInfo> Ancestors(string folder)
    {
        for (var at = new DirectoryInfo(folder); at is not null; at = at.Parent)
            yield return at;
    }
}
