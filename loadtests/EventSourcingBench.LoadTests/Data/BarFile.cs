namespace EventSourcingBench.LoadTests.Data;

/// <summary>Reads exports of MetaTrader: version 5 (tab-separated with a header line) and version 4 (comma-separated without one). Both are
/// distinguished by the first line. <c>data/README.md</c> describes them.</summary>
internal static class BarFile
{
    private const string MetaTrader5Header = "<DATE> <TIME> <OPEN> <HIGH> <LOW> <CLOSE> <TICKVOL> <VOL> <SPREAD>";
    private const string MetaTrader4Line = "yyyy.MM.dd,HH:mm,open,high,low,close,volume";
    private const int LongestQuotation = 60;
    private static readonly string[] HeaderNames = MetaTrader5Header.Split(' ');
    private static readonly string[] TimeFormats = ["HH:mm:ss", "HH:mm"];

    /// <summary>Reads a file, in UTF-8 or, with a byte order mark, UTF-16. Each bar's time must be after that of the bar before.</summary>
    /// <exception cref="UserException">It is missing, a folder, unreadable or malformed; the message names file and line.</exception>
    public static IReadOnlyList<Bar> Read(string path)
    {
        if (Directory.Exists(path))
            throw new UserException($"{path} is a folder. Name one file of bars.");

        var lineNumber = 1;
        try
        {
            using var reader = new StreamReader(path);
            var first = reader.ReadLine() ?? throw new FormatException("the file is empty.");
            var (hasHeader, bars) = (HasHeader(first), new List<Bar>());
            lineNumber = hasHeader ? 2 : 1;
            var line = hasHeader ? reader.ReadLine() : first;
            // An empty line ends a file (editors leave one behind); in the middle it is a malformed line.
            for (; line is not null && (line != "" || reader.Peek() >= 0); line = reader.ReadLine(), lineNumber++)
            {
                var bar = Parse(line, hasHeader);
                bars.Add(bars.Count == 0 || bar.Time > bars[^1].Time ? bar : throw new FormatException(FormattableString.Invariant(
                    $"the bar of {bar.Time:yyyy.MM.dd HH:mm:ss} does not come after that of {bars[^1].Time:yyyy.MM.dd HH:mm:ss}. ")
                    + "Sort the file by time and remove bars that are there twice."));
            }

            return bars.Count > 0 ? bars : throw new FormatException("there is no bar behind the header.");
        }
        catch (FormatException e)
        {
            throw new UserException(FormattableString.Invariant($"{path}, line {lineNumber}: {e.Message}"));
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

    // MetaTrader 5 writes one, MetaTrader 4 does not.
    private static bool HasHeader(string firstLine) => (firstLine.StartsWith('<'), firstLine.Contains(',', StringComparison.Ordinal)) switch
    {
        (true, _) => firstLine.Split('\t').SequenceEqual(HeaderNames, StringComparer.Ordinal) ? true : throw new FormatException(
            $"the header is '{Shorten(firstLine)}'. MetaTrader 5 writes {MetaTrader5Header}, separated by tabs."),
        (_, true) => false,
        _ => throw new FormatException(
            $"'{Shorten(firstLine)}' is neither MetaTrader 5's header ({MetaTrader5Header}, separated by tabs) "
            + $"nor a line of MetaTrader 4 ({MetaTrader4Line})."),
    };

    private static Bar Parse(string line, bool hasHeader)
    {
        var (separator, name, wanted) = hasHeader ? ('\t', "tabs", HeaderNames.Length) : (',', "commas", MetaTrader4Line.Split(',').Length);
        var fields = line.Split(separator);
        if (fields.Length != wanted)
        {
            throw new FormatException(FormattableString.Invariant(
                $"'{Shorten(line)}' has {(fields.Length > wanted ? "more" : "fewer")} than {wanted} fields separated by {name}."));
        }

        var bar = new Bar(
            Time(fields[0], fields[1]),
            Price("open", fields[2]),
            Price("high", fields[3]),
            Price("low", fields[4]),
            Price("close", fields[5]),
            Volume("tick volume", fields[6]),
            hasHeader ? Volume("real volume", fields[7]) : 0);
        if (bar.TickVolume > CurrencyInfo.MostTicks)
            throw new FormatException(FormattableString.Invariant($"tick volume {bar.TickVolume} is more than {CurrencyInfo.MostTicks}."));

        if (bar.High < bar.Low)
            throw new FormatException(FormattableString.Invariant($"high {bar.High} is below low {bar.Low}."));

        foreach (var (price, value) in (ReadOnlySpan<(string, double)>)[("open", bar.Open), ("close", bar.Close)])
        {
            if (value < bar.Low || value > bar.High)
                throw new FormatException(FormattableString.Invariant($"{price} {value} is outside of low {bar.Low} to high {bar.High}."));
        }

        return bar;
    }

    private static DateTime Time(string date, string time)
    {
        if (!DateOnly.TryParseExact(date, "yyyy.MM.dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var day))
            throw new FormatException($"'{Shorten(date)}' is not a date of the form yyyy.MM.dd.");

        return TimeOnly.TryParseExact(time, TimeFormats, CultureInfo.InvariantCulture, DateTimeStyles.None, out var moment)
            ? day.ToDateTime(moment) : throw new FormatException($"'{Shorten(time)}' is not a time of the form HH:mm:ss or HH:mm.");
    }

    private static double Price(string name, string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var price)
        && price is > 0 and < double.PositiveInfinity
            ? price
            : throw new FormatException($"{name} is '{Shorten(text)}', which is not a price: a number more than 0 with a decimal point.");

    private static long Volume(string name, string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var volume)
            ? volume : throw new FormatException($"{name} is '{Shorten(text)}', which is not a volume: a whole number, 0 or more.");

    // A text that may be a whole binary file, cut to be quoted in a message.
    private static string Shorten(string text) => string.Concat(
        (text.Length <= LongestQuotation ? text : text[..LongestQuotation] + "...").Select(c => char.IsControl(c) ? ' ' : c));
}
