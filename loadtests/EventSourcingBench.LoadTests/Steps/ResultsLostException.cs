namespace EventSourcingBench.LoadTests.Steps;

/// <summary>The results folder cannot be written any more (disk full): the run ends, and what is there stays.</summary>
internal sealed class ResultsLostException(string folder, Exception innerException) : Exception(
    $"The results folder {folder} cannot be written any more: {innerException.Message} What was written before stays there.", innerException)
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

    /// <inheritdoc cref="Guard"/>
    public static Task GuardAsync(string folder, Func<Task> write) => GuardAsync(folder, async () =>
    {
        await write();
        return true;
    });

    /// <summary>Writes to the folder.</summary>
    /// <exception cref="ResultsLostException">It cannot be written.</exception>
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
