using Microsoft.Win32.SafeHandles;

namespace EventSourcingBench.Stores.FileLog.Files;

/// <summary>A real folder, locked by this process: two writers would corrupt the log.</summary>
internal sealed class DiskFolder(string path, FileStream claim, bool keep) : ILogFolder
{
    private bool _keep = keep;

    public string Path => path;

    /// <summary>Locks the folder of the namespace. The folder need not exist.</summary>
    /// <exception cref="StoreUnavailableException">Another store has it, or the folder cannot be written to.</exception>
    public static DiskFolder Claim(StoreContext context)
    {
        var path = System.IO.Path.Combine(context.DataFolder, context.Namespace + ".filelog");
        try
        {
            if (!Directory.Exists(context.DataFolder))
                throw new DirectoryNotFoundException($"The folder {context.DataFolder} does not exist.");

            if (!Directory.Exists(path))
            {
                Directory.CreateDirectory(path);
                FolderSync.Flush(context.DataFolder);
            }

            var claim = new FileStream(
                System.IO.Path.Combine(path, "lock"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            return new DiskFolder(path, claim, context.KeepData);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StoreUnavailableException(
                $"{path} could not be locked: {e.Message} Close the other store that uses it, or choose a writable folder.", e);
        }
    }

    public IReadOnlyList<string> List(string suffix) =>
        [.. Directory.EnumerateFiles(Path, "*" + suffix).Select(f => System.IO.Path.GetFileName(f)).Order(StringComparer.Ordinal)];

    public ILogFile Create(string name) => Open(name, FileMode.CreateNew);

    public ILogFile Open(string name) => Open(name, FileMode.Open);

    public void Delete(string name) => File.Delete(Full(name));

    public void Flush() => FolderSync.Flush(Path);

    /// <summary>Keeps the data even if deletion was requested: it could not be read.</summary>
    public void Keep() => _keep = true;

    /// <summary>Releases the folder and deletes it unless the data is kept.</summary>
    public void Dispose()
    {
        if (_keep || !Directory.Exists(Path))
        {
            claim.Dispose();
            return;
        }

        // Release the lock last, so that no other process creates a log here in between.
        foreach (var file in Directory.EnumerateFiles(Path).Where(f => f != claim.Name))
            File.Delete(file);

        claim.Dispose();
        Directory.Delete(Path, recursive: true);
    }

    private DiskFile Open(string name, FileMode mode)
    {
        var full = Full(name);
        return new DiskFile(full, File.OpenHandle(full, mode, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete, FileOptions.None));
    }

    private string Full(string name) => System.IO.Path.Combine(Path, name);
}

/// <summary>A real file.</summary>
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
