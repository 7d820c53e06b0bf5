namespace EventSourcingBench.Measurement.Machines;

/// <summary>Which file system a folder is on.</summary>
public static class FileSystems
{
    /// <summary>Its name, such as <c>ext4</c>; <c>unknown</c> for a share on Windows.</summary>
    /// <exception cref="IOException">The folder is not there.</exception>
    public static string Of(string folder)
    {
        var full = Path.GetFullPath(folder);
        return full.StartsWith(@"\\", StringComparison.Ordinal) ? "unknown" : new DriveInfo(full).DriveFormat;
    }

    /// <summary>True for file systems that a power cut empties.</summary>
    public static bool IsInMemory(string fileSystem) => fileSystem is "tmpfs" or "ramfs" or "devtmpfs";
}
