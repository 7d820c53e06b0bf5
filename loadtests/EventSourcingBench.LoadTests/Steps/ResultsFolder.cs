namespace EventSourcingBench.LoadTests.Steps;

/// <summary>The folder of a run, made before anything is measured: a run that cannot be kept is not begun. One that ends before anything
/// was written leaves none behind.</summary>
internal sealed class ResultsFolder : IDisposable
{
    private readonly bool _isNew;

    private ResultsFolder(string path, bool isNew) => (Path, _isNew) = (path, isNew);

    public string Path { get; }

    public static ResultsFolder Create(string? wanted, string name, TimeProvider time)
    {
        var path = System.IO.Path.GetFullPath(wanted ?? System.IO.Path.Combine(
            PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory) ?? Environment.CurrentDirectory,
            "results",
            FormattableString.Invariant($"{time.GetUtcNow():yyyyMMdd'T'HHmmss'Z'}-{name}")));
        if (wanted is not null && File.Exists(System.IO.Path.Combine(path, "run.json")))
            throw new UserException($"{path} holds a run already. Name another folder with --output.");

        try
        {
            var isNew = wanted is null || !Directory.Exists(path);
            var folder = wanted is null ? CreateNew(path) : Directory.CreateDirectory(path).FullName;
            var probe = System.IO.Path.Combine(folder, ".writable");
            File.WriteAllText(probe, "");
            File.Delete(probe);
            return new ResultsFolder(folder, isNew);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserException($"The results folder {path} cannot be written: {e.Message} Name another with --output.");
        }
    }

    public void Dispose()
    {
        // With --keep there is a folder for data in it.
        if (_isNew && !Directory.EnumerateFiles(Path, "*", SearchOption.AllDirectories).Any())
            Directory.Delete(Path, recursive: true);
    }

    // Two runs may begin in the same second. A file is made by one of them, where a folder is there for both.
    private static string CreateNew(string path)
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(path)!);
        for (var attempt = 1; ; attempt++)
        {
            var target = attempt == 1 ? path : $"{path}-{attempt}";
            var claim = $"{target}.claim";
            try
            {
                using var made = new FileStream(claim, FileMode.CreateNew, FileAccess.Write, FileShare.None, 0, FileOptions.DeleteOnClose);
                if (!Directory.Exists(target))
                    return Directory.CreateDirectory(target).FullName;
            }
            catch (IOException) when (File.Exists(claim) || Directory.Exists(target))
            {
                // The other run was quicker: take the next name.
            }
        }
    }
}

/// <summary>The results folder cannot be written any more (disk full): the run ends, and what is there stays.</summary>
internal sealed class ResultsLostException(string folder, Exception innerException) : Exception(
    $"The results folder {folder} cannot be written any more: {innerException.Message} What was written before stays there.",
    innerException)
{
    public static Task GuardAsync(string folder, Action write) =>
        GuardAsync(folder, () => { write(); return Task.CompletedTask; });

    public static async Task GuardAsync(string folder, Func<Task> write)
    {
        try
        {
            await write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ResultsLostException(folder, e);
        }
    }
}
