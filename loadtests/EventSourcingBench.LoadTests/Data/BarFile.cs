namespace EventSourcingBench.LoadTests.Data;

/// <summary>
/// Reads exports of MetaTrader: version 5 (tab-separated with a header line) and version 4 (comma-separated without one).
/// Both are distinguished by the first line. <c>data/README.md</c> describes them.
/// </summary>
internal static class BarFile
{
    /// <summary>Reads a file. Each bar's time must be after that of the bar before.</summary>
    /// <param name="path">The file; UTF-8 or, with a byte order mark, UTF-16.</param>
    /// <returns>One or more bars.</returns>
    /// <exception cref="UserException">
    /// The file is missing, is a folder, cannot be read, or has a malformed line; the message names the file, the line
    /// and what is wrong.
    /// </exception>
    public static IReadOnlyList<Bar> Read(string path)
    {
        if (Directory.Exists(path))
        {
            throw new UserException($"{path} is a folder. Name one file of bars.");
        }

        try
        {
            using var reader = new StreamReader(path);
            return Read(reader, path);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new UserException($"There is no file {path}. Name a file of bars, or leave --data out for synthetic ones.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserException($"{path} cannot be read: {e.Message}");
        }
    }

    private static List<Bar> Read(StreamReader reader, string path)
    {
        var lineNumber = 1;
        try
        {
            var first = reader.ReadLine() ?? throw new FormatException("the file is empty.");
            var layout = BarLayout.Of(first);
            var bars = new List<Bar>();
            var line = layout.HasHeader ? Advance() : first;
            for (; line is not null && !IsEndOfFile(line); line = Advance())
            {
                var bar = layout.Parse(line);
                RequireLater(bar, bars);
                bars.Add(bar);
            }

            return bars.Count > 0 ? bars : throw new FormatException("there is no bar behind the header.");
        }
        catch (FormatException e)
        {
            throw new UserException(FormattableString.Invariant($"{path}, line {lineNumber}: {e.Message}"));
        }

        string? Advance()
        {
            lineNumber++;
            return reader.ReadLine();
        }

        // An empty line ends a file (editors leave one behind); in the middle it is a malformed line.
        bool IsEndOfFile(string line) => line.Length == 0 && reader.Peek() < 0;
    }

    private static void RequireLater(Bar bar, List<Bar> bars)
    {
        if (bars.Count > 0 && bar.Time <= bars[^1].Time)
        {
            throw new FormatException(FormattableString.Invariant(
                $"the bar of {bar.Time:yyyy.MM.dd HH:mm:ss} does not come after that of {bars[^1].Time:yyyy.MM.dd HH:mm:ss}. ")
                + "Sort the file by time and remove bars that are there twice.");
        }
    }
}
