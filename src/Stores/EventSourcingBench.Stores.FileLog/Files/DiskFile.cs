using Microsoft.Win32.SafeHandles;

namespace EventSourcingBench.Stores.FileLog.Files;

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
