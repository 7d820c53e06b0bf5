using System.Text.RegularExpressions;

namespace EventSourcingBench.Measurement.Machines;

/// <summary>Which file system a folder is on.</summary>
internal static partial class FileSystems
{
    public const string Unknown = "unknown";

    private const string MountInfo = "/proc/self/mountinfo";

    /// <summary>Its name, such as <c>ext4</c>; <see cref="Unknown"/> where the system does not tell.</summary>
    public static string Of(string folder)
    {
        var full = Path.GetFullPath(folder);
        if (File.Exists(MountInfo))
            return Of(full, File.ReadLines(MountInfo)) ?? Unknown;

        return DriveInfo.GetDrives()
            .Where(d => d.IsReady && IsBelow(full, d.RootDirectory.FullName))
            .MaxBy(d => d.RootDirectory.FullName.Length)?.DriveFormat ?? Unknown;
    }

    /// <summary>The file system with the longest mount point above the path, the last mounted of equals; see proc(5).</summary>
    public static string? Of(string fullPath, IEnumerable<string> mountInfo)
    {
        string? found = null;
        var length = -1;
        foreach (var line in mountInfo)
        {
            // 36 35 98:0 /root /mount/point options [optional fields] - type source options
            var fields = line.Split(' ');
            var separator = Array.IndexOf(fields, "-");
            if (separator < 5 || separator + 1 >= fields.Length)
                continue;

            var mountPoint = Octal().Replace(fields[4], m => ((char)Convert.ToInt32(m.Groups["code"].Value, 8)).ToString());
            if (mountPoint.Length >= length && IsBelow(fullPath, mountPoint))
                (found, length) = (fields[separator + 1], mountPoint.Length);
        }

        return found;
    }

    /// <summary>True for file systems that a power cut empties.</summary>
    public static bool IsInMemory(string fileSystem) => fileSystem is "tmpfs" or "ramfs" or "devtmpfs";

    private static bool IsBelow(string path, string folder) =>
        path.Equals(folder, StringComparison.Ordinal)
        || path.StartsWith(Path.EndsInDirectorySeparator(folder) ? folder : folder + Path.DirectorySeparatorChar, StringComparison.Ordinal);

    // Spaces and the like are written as \040 there.
    [GeneratedRegex(@"\\(?<code>[0-7]{3})", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Octal();
}
