namespace EventSourcingBench.LoadTests.Data;

/// <summary>The fields of a bar as text.</summary>
internal static class BarFields
{
    private const int LongestQuotation = 60;
    private static readonly string[] TimeFormats = ["HH:mm:ss", "HH:mm"];

    /// <summary>Reads <c>yyyy.MM.dd</c> and <c>HH:mm</c> or <c>HH:mm:ss</c>.</summary>
    public static DateTime Time(ReadOnlySpan<char> date, ReadOnlySpan<char> time)
    {
        if (!DateOnly.TryParseExact(date, "yyyy.MM.dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var day))
        {
            throw new FormatException($"'{Shorten(date)}' is not a date of the form yyyy.MM.dd.");
        }

        return TimeOnly.TryParseExact(time, TimeFormats, CultureInfo.InvariantCulture, DateTimeStyles.None, out var moment)
            ? day.ToDateTime(moment)
            : throw new FormatException($"'{Shorten(time)}' is not a time of the form HH:mm:ss or HH:mm.");
    }

    /// <summary>Reads a price: digits and a decimal point, more than 0.</summary>
    public static double Price(string name, ReadOnlySpan<char> text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var price)
        && double.IsFinite(price) && price > 0
            ? price
            : throw new FormatException($"{name} is '{Shorten(text)}', which is not a price: a number more than 0 with a decimal point.");

    /// <summary>Reads a volume: digits.</summary>
    public static long Volume(string name, ReadOnlySpan<char> text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var volume)
            ? volume
            : throw new FormatException($"{name} is '{Shorten(text)}', which is not a volume: a whole number, 0 or more.");

    /// <summary>Requires that the prices do not contradict each other.</summary>
    public static void RequireOrder(Bar bar)
    {
        if (bar.High < bar.Low)
        {
            throw new FormatException(FormattableString.Invariant($"high {bar.High} is below low {bar.Low}."));
        }

        RequireInside("open", bar.Open, bar);
        RequireInside("close", bar.Close, bar);
    }

    /// <summary>A text that may be a whole binary file, cut to be quoted in a message.</summary>
    public static string Shorten(ReadOnlySpan<char> text)
    {
        var cut = text.Length <= LongestQuotation ? text.ToString() : string.Concat(text[..LongestQuotation], "...");
        return string.Create(cut.Length, cut, static (target, source) =>
        {
            for (var i = 0; i < source.Length; i++)
            {
                target[i] = char.IsControl(source[i]) ? ' ' : source[i];
            }
        });
    }

    private static void RequireInside(string name, double price, Bar bar)
    {
        if (price < bar.Low || price > bar.High)
        {
            throw new FormatException(FormattableString.Invariant(
                $"{name} {price} is outside of low {bar.Low} to high {bar.High}."));
        }
    }
}
