using System.Runtime.InteropServices;

namespace EventSourcingBench.Stores.FileLog.Files;

/// <summary>
/// Forces a folder's entries to disk. .NET cannot open folders, and without this call a power failure may lose a new file whose
/// data had been forced to disk. Windows journals folder entries and has no such call.
/// </summary>
internal static partial class FolderSync
{
    private const int ReadOnly = 0;
    private const int Interrupted = 4;

    public static void Flush(string path)
    {
        if (OperatingSystem.IsWindows())
            return;

        var folder = Retry(path, () => Open(path, ReadOnly));
        try
        {
            Retry(path, () => Fsync(folder));
        }
        finally
        {
            _ = Close(folder);
        }
    }

    private static int Retry(string path, Func<int> call)
    {
        int result;
        while ((result = call()) < 0)
        {
            if (Marshal.GetLastPInvokeError() is var error and not Interrupted)
                throw new IOException($"The folder {path} could not be forced to disk: {Marshal.GetPInvokeErrorMessage(error)}.");
        }

        return result;
    }

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Fsync(int descriptor);

    [LibraryImport("libc", EntryPoint = "close", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Close(int descriptor);
}
