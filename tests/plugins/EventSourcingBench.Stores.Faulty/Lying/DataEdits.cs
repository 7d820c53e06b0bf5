using System.Text.RegularExpressions;

namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>Changes inside of JSON that leave it valid.</summary>
internal static partial class DataEdits
{
    private const int HoursOfADay = 24;

    /// <summary>Moves the first ISO 8601 time by an hour, as a lost time zone does.</summary>
    public static ReadOnlyMemory<byte> ShiftHour(ReadOnlyMemory<byte> data) => Edit(
        data, Hour(), hour => $"{(int.Parse(hour, CultureInfo.InvariantCulture) + 1) % HoursOfADay:00}", most: 1);

    /// <summary>Rounds each number with a fraction to the precision of a float.</summary>
    public static ReadOnlyMemory<byte> Round(ReadOnlyMemory<byte> data) => Edit(
        data,
        Fraction(),
        number => ((double)float.Parse(number, CultureInfo.InvariantCulture)).ToString("R", CultureInfo.InvariantCulture),
        most: int.MaxValue);

    private static ReadOnlyMemory<byte> Edit(ReadOnlyMemory<byte> data, Regex place, Func<string, string> change, int most) =>
        Encoding.UTF8.GetBytes(place.Replace(Encoding.UTF8.GetString(data.Span), found => change(found.Value), most));

    [GeneratedRegex(@"(?<=\d{4}-\d{2}-\d{2}T)\d{2}", RegexOptions.CultureInvariant)]
    private static partial Regex Hour();

    [GeneratedRegex(@"(?<=[:,\[]\s*)-?\d+\.\d+(?=\s*[,}\]])", RegexOptions.CultureInvariant)]
    private static partial Regex Fraction();
}
