namespace EventSourcingBench.Api.Telemetry;

/// <summary>The header <c>Server-Timing</c> (W3C) with the microseconds of a request in each <see cref="RequestPart"/>, as milliseconds:
/// <c>route;dur=0.012, wait;dur=0.001</c>.</summary>
public static class ServerTiming
{
    public const string Header = "Server-Timing";

    // With what stands before and behind them.
    private static readonly string[] Names =
        [.. Enum.GetNames<RequestPart>().Select((n, i) => $"{(i > 0 ? ", " : string.Empty)}{n.ToLowerInvariant()};dur=")];

    /// <summary>The value of the header. Without the platform's formatting, which takes longer than all marks of a request.</summary>
    public static string Format(int[] parts)
    {
        Span<char> text = stackalloc char[200];
        var at = 0;
        for (var i = 0; i < parts.Length; i++)
        {
            Names[i].CopyTo(text[at..]);
            at += Names[i].Length;
            (parts[i] / 1000).TryFormat(text[at..], out var digits, default, CultureInfo.InvariantCulture);
            at += digits;
            var rest = parts[i] % 1000;
            (text[at], text[at + 1], text[at + 2], text[at + 3]) =
                ('.', (char)('0' + (rest / 100)), (char)('0' + (rest / 10 % 10)), (char)('0' + (rest % 10)));
            at += 4;
        }

        return new string(text[..at]);
    }

    /// <summary>Reads what <see cref="Format"/> writes; null for anything else.</summary>
    public static int[]? Parse(ReadOnlySpan<char> text)
    {
        var parts = new int[Names.Length];
        for (var i = 0; i < parts.Length; i++)
        {
            if (!text.StartsWith(Names[i]))
                return null;

            text = text[Names[i].Length..];
            var end = text.IndexOf(',') is >= 0 and var comma ? comma : text.Length;
            if (end < 5 || text[end - 4] != '.' || !IsNumber(text[..(end - 4)], out var milliseconds)
                || !IsNumber(text[(end - 3)..end], out var rest) || milliseconds >= int.MaxValue / 1000)
            {
                return null;
            }

            parts[i] = (milliseconds * 1000) + rest;
            text = text[end..];
        }

        return text.IsEmpty ? parts : null;
    }

    private static bool IsNumber(ReadOnlySpan<char> text, out int number) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}
