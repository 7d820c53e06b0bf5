namespace EventSourcingBench.Hosting.Servers;

/// <summary>What a folder is like, or its nearest ancestor where it is not there yet.</summary>
internal static class WorkFolders
{
    private static readonly string[] InMemory = ["tmpfs", "ramfs", "devtmpfs"];

    public static bool IsOnDisk(string folder) => !InMemory.Contains(FileSystem(folder), StringComparer.Ordinal);

    /// <summary>Whether every user can pass through it and all folders above.</summary>
    public static bool IsOpenToOthers(string folder)
    {
        if (OperatingSystem.IsWindows())
            return true;

        for (var at = Existing(folder); at is not null; at = at.Parent)
        {
            if (!at.UnixFileMode.HasFlag(UnixFileMode.OtherExecute))
                return false;
        }

        return true;
    }

    private static string FileSystem(string folder)
    {
        var existing = Existing(folder)!;
        return new DriveInfo(OperatingSystem.IsWindows() ? existing.Root.FullName : existing.FullName).DriveFormat;
    }

    private static DirectoryInfo? Existing(string folder)
    {
        var at = new DirectoryInfo(folder);
        while (!at.Exists && at.Parent is not null)
            at = at.Parent;

        return at;
    }
}
