namespace EventSourcingBench.Measurement.Results;

/// <summary>Says what is wrong with a JSON file, and where.</summary>
internal static class JsonErrors
{
    // The reader's messages end with the place, in other words.
    private static readonly string[] PlaceMarks = [" Path: ", " LineNumber: "];

    /// <summary>The place and the reason: <c>line 3, $.seed: ...</c>.</summary>
    /// <param name="path">The file.</param>
    /// <param name="e">What the reader said.</param>
    public static FormatException In(string path, JsonException e)
    {
        var line = e.LineNumber is { } number ? string.Create(CultureInfo.InvariantCulture, $"line {number + 1}") : null;
        var place = string.Join(", ", new[] { line, e.Path }.OfType<string>());
        return new FormatException($"{path} cannot be read: {place}: {Reason(e.Message)}", e);
    }

    private static string Reason(string message)
    {
        var end = PlaceMarks.Select(m => message.IndexOf(m, StringComparison.Ordinal)).Where(i => i >= 0);
        return message[..end.DefaultIfEmpty(message.Length).Min()];
    }
}
