using Microsoft.Win32.SafeHandles;

namespace EventSourcingBench.LoadTests.Faults;

/// <summary>What happens to the data of a store between the death of the process that holds it and its start.</summary>
/// <param name="WhyNot">Why it cannot happen; null where it can.</param>
/// <param name="DoAsync">Does it, and says so in a clause. Throws <see cref="IOException"/> where it cannot be done.</param>
internal sealed record WhileDown(Func<StoreUnderTest, string?> WhyNot, Func<StoreUnderTest, Task<string>> DoAsync)
{
    private static readonly EnumerationOptions Everywhere =
        new() { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };

    /// <summary>The files of the run's stores leave the page cache, once they are written: the store reads all from the disk as it starts.
    /// Needs no root, and the rest of the machine keeps what it has cached, unlike /proc/sys/vm/drop_caches.</summary>
    public static WhileDown ColdCache { get; } = new(
        store => store.Disk is not null && OperatingSystem.IsLinux() ? null : "its data is not in a folder of this machine, on Linux",
        store =>
        {
            Evict(store.Disk!.Folder);
            return Task.FromResult("and its files were dropped from the page cache");
        });

    /// <summary>What was not forced to disk is forgotten.</summary>
    public static WhileDown PowerCut { get; } = new(
        store => store.LazyFs is null ? "its data is not on LazyFS (--lazyfs)" : null,
        async store =>
        {
            await store.LazyFs!.ForgetAsync();
            return "and what was not forced to disk was forgotten";
        });

    /// <summary>A write that the crash has torn: bytes of which nothing was acknowledged stand behind the end of each log, junk or what
    /// precedes them once more. What was acknowledged is not touched: to any log, damage to its last write looks like a torn one.</summary>
    public static WhileDown TornWrite { get; } = new(
        store => store is { Log: not null, Disk: not null, NodeGroup: not null } ? null
            : "its plug-in does not say which files are its log",
        async store =>
        {
            var torn = 0;
            // The run's other stores have theirs beside it.
            var (own, all) = (store.NodeGroup!.Namespace, Directory.EnumerateFiles(store.Disk!.Folder, store.Log!, Everywhere));
            foreach (var path in all.Where(p => p.Contains(own, StringComparison.Ordinal)))
                torn += await TearAsync(path);

            return torn > 0 ? FormattableString.Invariant($"and {torn:N0} bytes of a torn write were behind its log")
                : throw new IOException($"{store.Disk.Folder} has no {store.Log} of this store.");
        });

    /// <summary>Appends 1 to 8,192 bytes to a file, which ones by its length.</summary>
    /// <returns>How many.</returns>
    internal static async Task<int> TearAsync(string path)
    {
        await using var file = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        var random = new Random(file.Length.GetHashCode());
        var bytes = new byte[random.Next(1, 8_193)];
        if (bytes.Length <= file.Length && random.Next(2) == 0)
        {
            file.Seek(-bytes.Length, SeekOrigin.End);
            await file.ReadExactlyAsync(bytes);
        }
        else
        {
            random.NextBytes(bytes);
        }

        file.Seek(0, SeekOrigin.End);
        await file.WriteAsync(bytes);
        return bytes.Length;
    }

    /// <summary>Drops all files of a folder, and of those in it, from the page cache.</summary>
    internal static void Evict(string folder)
    {
        const int DontNeed = 4;
        foreach (var path in Directory.EnumerateFiles(folder, "*", Everywhere))
        {
            try
            {
                using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
                // Only what is on the disk can be dropped.
                RandomAccess.FlushToDisk(file);
                if (Advise(file, 0, 0, DontNeed) is var error and not 0)
                    throw new IOException($"{path} could not be dropped from the page cache: {Marshal.GetPInvokeErrorMessage(error)}");
            }
            catch (FileNotFoundException)
            {
                // Servers of the run's other stores go on: one of them has removed it, and with it what was cached.
            }
        }
    }

    [DllImport("libc", EntryPoint = "posix_fadvise")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Advise(SafeFileHandle file, long offset, long length, int advice);
}
