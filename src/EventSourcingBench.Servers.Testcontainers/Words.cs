namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>Formats an exception of the engine or of Testcontainers as one line.</summary>
internal static class Words
{
    private const int Most = 400;

    public static string Of(Exception exception)
    {
        var innermost = exception.GetBaseException();
        return Shorten(exception == innermost ? exception.Message : $"{exception.Message} {innermost.Message}");
    }

    /// <summary>Shortens to one line of at most 400 characters.</summary>
    public static string Shorten(string text)
    {
        var line = string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        return line.Length <= Most ? line : $"{line[..Most]}…";
    }
}
