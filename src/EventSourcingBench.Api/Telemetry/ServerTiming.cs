namespace EventSourcingBench.Api.Telemetry;

/// <summary>The header <c>Server-Timing</c> (W3C) with the microseconds of a request in each <see cref="RequestPart"/>, as milliseconds:
/// <c>route;dur=0.012, wait;dur=0.001</c>.</summary>
public static class ServerTiming
{
    /// <summary>The name of the header.</summary>
    public const string Header = "Server-Timing";

    private static readonly string[] Names = [.. Enum.GetNames<RequestPart>().Select(n => n.ToLowerInvariant())];

    /// <summary>The value of the header.</summary>
    public static string Format(int[] p) => string.Create(
        CultureInfo.InvariantCulture,
        stackalloc char[160],
        $"{Names[0]};dur={p[0] / 1000}.{p[0] % 1000:D3}, {Names[1]};dur={p[1] / 1000}.{p[1] % 1000:D3}, {Names[2]};dur={p[2] / 1000}.{
            p[2] % 1000:D3}, {Names[3]};dur={p[3] / 1000}.{p[3] % 1000:D3}, {Names[4]};dur={p[4] / 1000}.{p[4] % 1000:D3}");

    /// <summary>Reads what <see cref="Format"/> writes; null for anything else.</summary>
    public static int[]? Parse(ReadOnlySpan<char> text)
    {
        var parts = new int[Names.Length];
        for (var i = 0; i < parts.Length; i++)
        {
            var (start, comma) = (Names[i].Length + ";dur=".Length, text.IndexOf(','));
            var end = comma < 0 ? text.Length : comma;
            if (end <= start || !text.StartsWith(Names[i])
                || !double.TryParse(text[start..end], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var milliseconds))
            {
                return null;
            }

            parts[i] = (int)Math.Round(milliseconds * 1000);
            text = text[end..].TrimStart(", ");
        }

        return parts;
    }
}
