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
        {
            throw new UserException($"{path} holds a run already. Name another folder with --output.");
        }

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
