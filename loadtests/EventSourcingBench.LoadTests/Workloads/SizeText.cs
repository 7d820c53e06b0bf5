namespace EventSourcingBench.LoadTests.Workloads;

/// <summary>Sizes as users write them: a whole number and a unit, each 1,024 of the one before.</summary>
internal static class SizeText
{
    private static readonly string[] Units = ["B", "KB", "MB", "GB"];

    public static long? Parse(string text)
    {
        var digits = text.AsSpan().IndexOfAnyExceptInRange('0', '9');
        var unit = digits < 1 ? -1 : Array.FindIndex(Units, u => u.Equals(text[digits..], StringComparison.OrdinalIgnoreCase));
        return unit >= 0 && long.TryParse(text.AsSpan(0, digits), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number <= long.MaxValue >> (10 * unit) ? number << (10 * unit) : null;
    }

    public static string Of(long bytes)
    {
        var unit = 0;
        for (; unit + 1 < Units.Length && bytes > 0 && bytes % 1024 == 0; unit++)
            bytes /= 1024;

        return $"{bytes}{Units[unit]}";
    }
}
