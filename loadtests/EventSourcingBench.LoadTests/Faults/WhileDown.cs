using Microsoft.Win32.SafeHandles;
using System.Runtime.InteropServices;

namespace EventSourcingBench.LoadTests.Faults;

/// <summary>What happens to the data of a store between the death of the process that holds it and its start.</summary>
/// <param name="WhyNot">Why it cannot happen; null where it can.</param>
/// <param name="DoAsync">Does it, and says so in a clause. Throws <see cref="IOException"/> where it cannot be done.</param>
internal sealed record WhileDown(Func<IStoreUnderTest, string?> WhyNot, Func<IStoreUnderTest, Task<string>> DoAsync)
{
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

    /// <summary>Drops all files of a folder, and of those in it, from the page cache.</summary>
    internal static void Evict(string folder)
    {
        var everywhere = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
        foreach (var path in Directory.EnumerateFiles(folder, "*", everywhere))
        {
            try
            {
                EvictFile(path);
            }
            catch (FileNotFoundException)
            {
                // Servers of the run's other stores go on: one of them has removed it, and with it what was cached.
            }
        }
    }

    private static void EvictFile(string path)
    {
        using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        // Only what is on the disk can be dropped.
        RandomAccess.FlushToDisk(file);
        const int DontNeed = 4;
        if (Advise(file, 0, 0, DontNeed) is var error and not 0)
            throw new IOException($"{path} could not be dropped from the page cache: {Marshal.GetPInvokeErrorMessage(error)}");
    }

    [DllImport("libc", EntryPoint = "posix_fadvise")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Advise(SafeFileHandle file, long offset, long length, int advice);
}
