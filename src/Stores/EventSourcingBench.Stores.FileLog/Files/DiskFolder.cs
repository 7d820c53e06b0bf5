using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.FileLog;

/// <summary>A real folder, claimed for this process: two writers would tear each other's frames apart.</summary>
internal sealed class DiskFolder : ILogFolder
{
    private readonly FileStream _claim;
    private bool _keep;

    private DiskFolder(string path, FileStream claim, bool keep)
    {
        Path = path;
        _claim = claim;
        _keep = keep;
    }

    public string Path { get; }

    /// <summary>Claims the folder of the namespace, which need not be there yet.</summary>
    /// <exception cref="StoreUnavailableException">Another store has it, or the folder cannot be written to.</exception>
    public static DiskFolder Claim(StoreContext context)
    {
        var path = System.IO.Path.Combine(context.DataFolder, context.Namespace + ".filelog");
        try
        {
            if (!Directory.Exists(context.DataFolder))
            {
                throw new DirectoryNotFoundException($"The folder {context.DataFolder} does not exist.");
            }

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
                $"{path} could not be claimed: {e.Message} Close the other store that has it open, or choose a folder that can be written to.", e);
        }
    }

    public IReadOnlyList<string> List(string suffix) =>
        [.. Directory.EnumerateFiles(Path, "*" + suffix).Select(f => System.IO.Path.GetFileName(f)).Order(StringComparer.Ordinal)];

    public ILogFile Create(string name) => Open(name, FileMode.CreateNew);

    public ILogFile Open(string name) => Open(name, FileMode.Open);

    public void Delete(string name) => File.Delete(Full(name));

    public void Flush() => FolderSync.Flush(Path);

    /// <summary>Leaves the data where it is, whatever was asked: it could not be read.</summary>
    public void Keep() => _keep = true;

    /// <summary>Gives it up, and removes it unless the data is to be kept.</summary>
    public void Dispose()
    {
        if (_keep || !Directory.Exists(Path))
        {
            _claim.Dispose();
            return;
        }

        // The claim goes last, so that nobody begins a log here in between.
        foreach (var name in List(SegmentFiles.Suffix))
        {
            Delete(name);
        }

        _claim.Dispose();
        Directory.Delete(Path, recursive: true);
    }

    private DiskFile Open(string name, FileMode mode)
    {
        var path = Full(name);
        return new DiskFile(path, File.OpenHandle(path, mode, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete, FileOptions.None));
    }

    private string Full(string name) => System.IO.Path.Combine(Path, name);
}
