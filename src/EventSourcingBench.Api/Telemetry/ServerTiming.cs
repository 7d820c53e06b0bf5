namespace EventSourcingBench.Api.Telemetry;

/// <summary>The header <c>Server-Timing</c> (W3C) with the parts of a request, in milliseconds: <c>route;dur=0.012, wait;dur=0.001</c>.
/// </summary>
public static class ServerTiming
{
    /// <summary>The name of the header.</summary>
    public const string Header = "Server-Timing";

    private const int MostCharacters = 160;
    private static readonly string[] Names = ["route", "wait", "adapter", "store", "answer"];

    /// <summary>The parts of a request up to now.</summary>
    public static RequestParts PartsOf(RequestTimes times)
    {
        times.Enter(RequestPart.Answer);
        return new RequestParts(
            times.Microseconds(RequestPart.Route),
            times.Microseconds(RequestPart.Wait),
            times.Microseconds(RequestPart.Adapter),
            times.Microseconds(RequestPart.Store),
            times.Microseconds(RequestPart.Answer));
    }

    /// <summary>The value of the header.</summary>
    public static string Format(RequestParts p)
    {
        Span<char> text = stackalloc char[MostCharacters];
        text.TryWrite(
            CultureInfo.InvariantCulture,
            $"route;dur={p.Route / 1000}.{p.Route % 1000:D3}, wait;dur={p.Wait / 1000}.{p.Wait % 1000:D3}, adapter;dur={p.Adapter / 1000}.{
                p.Adapter % 1000:D3}, store;dur={p.Store / 1000}.{p.Store % 1000:D3}, answer;dur={p.Answer / 1000}.{p.Answer % 1000:D3}",
            out var length);
        return new string(text[..length]);
    }

    /// <summary>Reads what <see cref="Format"/> writes; null for anything else.</summary>
    public static RequestParts? Parse(ReadOnlySpan<char> text)
    {
        Span<int> parts = stackalloc int[Names.Length];
        for (var i = 0; i < parts.Length; i++)
        {
            text = text.TrimStart(", ");
            var end = text.IndexOf(',') is >= 0 and var comma ? comma : text.Length;
            var start = Names[i].Length + ";dur=".Length;
            if (end <= start || !text.StartsWith(Names[i])
                || !double.TryParse(text[start..end], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var milliseconds))
            {
                return null;
            }

            parts[i] = (int)Math.Round(milliseconds * 1000);
            text = text[end..];
        }

        return new RequestParts(parts[0], parts[1], parts[2], parts[3], parts[4]);
    }
}
