using Microsoft.Win32.SafeHandles;

namespace EventSourcingBench.Stores.FileLog.Files;

/// <summary>A real folder, locked by this process.</summary>
internal sealed partial class DiskFolder(string path, FileStream claim) : ILogFolder
{
    private const int Interrupted = 4;

    public string Path => path;

    /// <summary>Locks the folder of the namespace. The folder need not exist.</summary>
    /// <exception cref="StoreUnavailableException">Another store has it, or the folder cannot be written to.</exception>
    public static DiskFolder Claim(StoreContext context)
    {
        var path = System.IO.Path.Combine(context.DataFolder, context.Namespace + ".filelog");
        return new DiskFolder(path, DataLock.Take(path, () =>
        {
            Directory.CreateDirectory(path);
            // Also where they exist: their creator may have crashed before this call. The data folder is usually made for the store.
            Flush(context.DataFolder);
            Flush(System.IO.Path.Combine(context.DataFolder, ".."));
        }));
    }

    public IReadOnlyList<string> List(string suffix) =>
        [.. Directory.EnumerateFiles(path, "*" + suffix).Select(f => System.IO.Path.GetFileName(f)).Order(StringComparer.Ordinal)];

    public ILogFile Create(string name) => Open(name, FileMode.CreateNew);

    public ILogFile Open(string name) => Open(name, FileMode.Open);

    public void Delete(string name) => File.Delete(Full(name));

    public void Flush() => Flush(path);

    public void Remove()
    {
        if (Directory.Exists(path))
            Directory.Delete(path, recursive: true);
    }

    public void Dispose() => claim.Dispose();

    private DiskFile Open(string name, FileMode mode) => new(
        Full(name), File.OpenHandle(Full(name), mode, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete, FileOptions.None));

    private string Full(string name) => System.IO.Path.Combine(path, name);

    // .NET cannot open folders, and without this call a power failure may lose a new file whose data had been forced to disk.
    // Windows journals folder entries and has no such call.
    private static void Flush(string path)
    {
        var error = OperatingSystem.IsWindows() ? 0 : Interrupted;
        while (error == Interrupted)
        {
            using var folder = OpenFolder(path, flags: 0);
            error = folder.IsInvalid || Fsync(folder) < 0 ? Marshal.GetLastPInvokeError() : 0;
        }

        if (error != 0)
            throw new IOException($"The folder {path} could not be forced to disk: {Marshal.GetPInvokeErrorMessage(error)}.");
    }

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial SafeFileHandle OpenFolder(string path, int flags);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Fsync(SafeFileHandle folder);
}

internal sealed class DiskFile(string path, SafeFileHandle handle) : ILogFile
{
    public string Name => path;

    public long Length => RandomAccess.GetLength(handle);

    public void Write(IReadOnlyList<ReadOnlyMemory<byte>> parts, long offset) => RandomAccess.Write(handle, parts, offset);

    public int Read(Span<byte> into, long offset) => RandomAccess.Read(handle, into, offset);

    public void Flush() => RandomAccess.FlushToDisk(handle);

    public void Truncate(long length) => RandomAccess.SetLength(handle, length);

    public void Dispose() => handle.Dispose();
}
