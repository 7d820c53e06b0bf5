namespace EventSourcingBench.Hosting.Servers;

/// <summary>The folder of one run for data of servers and stores: removed at the end, or at the next start if the runner died.</summary>
public sealed class RunWorkFolder : IDisposable
{
    private const string Prefix = "esb-run-";
    private const string OwnerFile = "owner.json";
    private static readonly ConcurrentDictionary<string, bool> OfThisProcess = new(StringComparer.Ordinal);

    private RunWorkFolder(string path) => Path = path;

    /// <summary>The folder. Others may pass through it, because a server may run as another user.</summary>
    public string Path { get; }

    /// <summary>Removes what dead runners left, and makes a folder for this one.</summary>
    /// <exception cref="UserException">The base folder cannot be written to.</exception>
    public static RunWorkFolder Create(string? baseFolder = null)
    {
        var parent = System.IO.Path.GetFullPath(baseFolder ?? DefaultBase());
        try
        {
            Directory.CreateDirectory(parent);
            Sweep(parent);
            var name = FormattableString.Invariant(
                $"{Prefix}{Environment.ProcessId}-{RandomNumberGenerator.GetHexString(8, lowercase: true)}");
            var path = System.IO.Path.Combine(parent, name);
            OfThisProcess.TryAdd(name, true);
            Directory.CreateDirectory(path);
            if (!OperatingSystem.IsWindows())
            {
                const UnixFileMode owner = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
                File.SetUnixFileMode(path, owner | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute);
            }

            WriteOwner(System.IO.Path.Combine(path, OwnerFile));
            return new RunWorkFolder(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserException($"The work folder {parent} cannot be written to: {e.Message}", e);
        }
    }

    /// <summary>The user's folder for temporary files unless it is in memory (durable stores are measured on a disk), else <c>/var/tmp</c>,
    /// else <c>artifacts/work</c> of the repository. As root only one that others can reach: some servers refuse to run as root.</summary>
    public static string DefaultBase()
    {
        var temporary = System.IO.Path.GetTempPath();
        var repository = PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory);
        string?[] candidates =
            [temporary, OperatingSystem.IsWindows() ? null : "/var/tmp", repository is null ? null : $"{repository}/artifacts/work"];
        var onDisk = candidates.OfType<string>().Where(WorkFolders.IsOnDisk).ToList();
        return onDisk.Find(c => !Environment.IsPrivilegedProcess || WorkFolders.IsOpenToOthers(c)) ?? onDisk.FirstOrDefault() ?? temporary;
    }

    public void Dispose() => WorkFolders.Remove(Path);

    private static void Sweep(string parent)
    {
        foreach (var folder in Directory.EnumerateDirectories(parent, Prefix + "*"))
        {
            try
            {
                if (IsOfDeadRunner(folder))
                    WorkFolders.Remove(folder);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // Another user's, or another runner sweeps at this moment: theirs to remove.
            }
        }
    }

    // Name and owner file must both say that it is ours, and that the owner ran on this machine and is dead.
    private static bool IsOfDeadRunner(string folder)
    {
        var (name, file) = (System.IO.Path.GetFileName(folder), System.IO.Path.Combine(folder, OwnerFile));
        return int.TryParse(name[Prefix.Length..].Split('-')[0], CultureInfo.InvariantCulture, out var processId)
            && File.Exists(file) && File.ReadAllText(file) == OwnerOf(processId) && !IsAlive(processId, name);
    }

    // Forced to disk: after a power cut the next runner must still know whose folder it is.
    private static void WriteOwner(string file)
    {
        using var stream = File.Create(file);
        stream.Write(Encoding.UTF8.GetBytes(OwnerOf(Environment.ProcessId)));
        stream.Flush(flushToDisk: true);
    }

    private static string OwnerOf(int processId) =>
        JsonSerializer.Serialize(new { Program = "EventSourcingBench", ProcessId = processId, Machine = Environment.MachineName });

    private static bool IsAlive(int processId, string name)
    {
        // In a container every process in turn has the same id.
        if (processId == Environment.ProcessId)
            return OfThisProcess.ContainsKey(name);

        try
        {
            using var process = Process.GetProcessById(processId);
            return !process.HasExited;
        }
        catch (Exception e) when (e is ArgumentException or Win32Exception)
        {
            // Another user's process lives, or we could not be refused.
            return e is Win32Exception;
        }
    }
}

/// <summary>What a folder is like, or its nearest ancestor where it is not there yet.</summary>
internal static class WorkFolders
{
    public static void Remove(string folder)
    {
        while (Directory.Exists(folder))
        {
            try
            {
                // Its own files last: what is left when this is cut short is still known by them to be a runner's.
                foreach (var below in Directory.EnumerateDirectories(folder))
                    Directory.Delete(below, recursive: true);

                Directory.Delete(folder, recursive: true);
            }
            catch (DirectoryNotFoundException)
            {
                // The supervisor of a server that was killed removes its folder at the same moment.
            }
        }
    }

    public static bool IsOnDisk(string folder) =>
        !FileSystems.IsInMemory(FileSystems.Of(PluginLocator.WithAncestors(folder).First(f => f.Exists).FullName));

    /// <summary>Whether every user can pass through it and all folders above.</summary>
    public static bool IsOpenToOthers(string folder) => OperatingSystem.IsWindows()
        || PluginLocator.WithAncestors(folder).Where(f => f.Exists).All(f => f.UnixFileMode.HasFlag(UnixFileMode.OtherExecute));
}
