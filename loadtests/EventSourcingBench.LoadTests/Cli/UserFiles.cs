namespace EventSourcingBench.LoadTests.Cli;

/// <summary>Files that users name: what is wrong with one is theirs to correct.</summary>
internal static class UserFiles
{
    public static T Read<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (Exception e) when (e is FormatException or IOException or UnauthorizedAccessException)
        {
            throw new UserException(e.Message, e);
        }
    }

    /// <summary>Writes what is read from such files.</summary>
    /// <param name="kind">What else can be named with <c>--output</c>, such as <c>folder</c>.</param>
    public static async Task WriteAsync(string path, string kind, Func<Task> write)
    {
        try
        {
            await write();
        }
        catch (Exception e) when (e is FormatException or IOException or UnauthorizedAccessException)
        {
            throw new UserException(
                e is FormatException ? e.Message : $"{path} cannot be written: {e.Message} Name another {kind} with --output.", e);
        }
    }
}
