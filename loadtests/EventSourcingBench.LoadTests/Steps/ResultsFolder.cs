namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Makes the folder of a run, before anything is measured: a run that cannot be kept is not begun.</summary>
internal static class ResultsFolder
{
    /// <summary>Makes a new folder that this process can write.</summary>
    /// <exception cref="UserException">It cannot be made or written, or holds a run already.</exception>
    public static string Create(string? wanted, string name, TimeProvider time)
    {
        var path = Path.GetFullPath(wanted ?? Path.Combine(
            PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory) ?? Environment.CurrentDirectory,
            "results",
            string.Create(CultureInfo.InvariantCulture, $"{time.GetUtcNow():yyyyMMdd'T'HHmmss'Z'}-{name}")));
        try
        {
            return wanted is null ? CreateNew(path) : CreateWanted(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserException($"The results folder {path} cannot be written: {e.Message} Name another with --output.");
        }
    }

    private static string CreateWanted(string path)
    {
        if (File.Exists(Path.Combine(path, "run.json")))
            throw new UserException($"{path} holds a run already. Name another folder with --output.");

        Directory.CreateDirectory(path);
        RequireWritable(path);
        return path;
    }

    // Two runs may begin in the same second: a move fails where the folder is there already, a creation does not.
    private static string CreateNew(string path)
    {
        var parent = Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        var temporary = Path.Combine(parent.FullName, $".{Guid.NewGuid():N}");
        Directory.CreateDirectory(temporary);
        for (var attempt = 1; ; attempt++)
        {
            var target = attempt == 1 ? path : string.Create(CultureInfo.InvariantCulture, $"{path}-{attempt}");
            if (!Directory.Exists(target))
            {
                try
                {
                    Directory.Move(temporary, target);
                    RequireWritable(target);
                    return target;
                }
                catch (IOException) when (Directory.Exists(target) && Directory.Exists(temporary))
                {
                    // The other run was quicker: take the next name.
                }
            }
        }
    }

    private static void RequireWritable(string path)
    {
        var probe = Path.Combine(path, ".writable");
        File.WriteAllText(probe, "");
        File.Delete(probe);
    }
}

/// <summary>The results folder cannot be written any more (disk full): the run ends, and what is there stays.</summary>
internal sealed class ResultsLostException(string folder, Exception innerException) : Exception(
    $"The results folder {folder} cannot be written any more: {innerException.Message} What was written before stays there.",
    innerException)
{
    /// <summary>Writes to the folder.</summary>
    /// <exception cref="ResultsLostException">It cannot be written.</exception>
    public static void Guard(string folder, Action write)
    {
        try
        {
            write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ResultsLostException(folder, e);
        }
    }

    public static Task GuardAsync(string folder, Func<Task> write) => GuardAsync(folder, async () =>
    {
        await write();
        return true;
    });

    public static async Task<T> GuardAsync<T>(string folder, Func<Task<T>> write)
    {
        try
        {
            return await write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ResultsLostException(folder, e);
        }
    }
}
