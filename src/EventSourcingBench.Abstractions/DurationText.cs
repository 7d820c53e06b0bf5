namespace EventSourcingBench.Abstractions;

/// <summary>Durations as users write them: a number and a unit (<c>us</c>, <c>ms</c>, <c>s</c>, <c>m</c>, <c>h</c>).</summary>
public static class DurationText
{
    private static readonly (string Unit, long Ticks)[] Units =
    [
        ("us", TimeSpan.TicksPerMicrosecond),
        ("ms", TimeSpan.TicksPerMillisecond),
        ("s", TimeSpan.TicksPerSecond),
        ("m", TimeSpan.TicksPerMinute),
        ("h", TimeSpan.TicksPerHour),
    ];

    /// <summary>Writes a duration exactly, with the largest unit that needs no fraction: <c>90s</c>, <c>1500ms</c>.</summary>
    /// <param name="duration">Not negative; what is less than a microsecond is dropped.</param>
    public static string Of(TimeSpan duration)
    {
        var (unit, ticks) = Array.FindLast(Units, u => duration.Ticks % u.Ticks == 0 && duration.Ticks >= u.Ticks);
        return unit is null
            ? string.Create(CultureInfo.InvariantCulture, $"{duration.Ticks / TimeSpan.TicksPerMicrosecond}us")
            : string.Create(CultureInfo.InvariantCulture, $"{duration.Ticks / ticks}{unit}");
    }

    /// <summary>Reads a duration. The unit must be there, but for a plain <c>0</c>; not negative.</summary>
    /// <param name="text">Such as <c>250us</c>, <c>1.5s</c>.</param>
    /// <param name="duration">The duration, zero where the text is none.</param>
    public static bool TryParse(string? text, out TimeSpan duration)
    {
        duration = TimeSpan.Zero;
        if (string.IsNullOrWhiteSpace(text))
            return false;

        var trimmed = text.Trim();
        if (trimmed == "0")
            return true;

        foreach (var (unit, ticks) in Units)
        {
            if (trimmed.EndsWith(unit, StringComparison.Ordinal)
                && decimal.TryParse(trimmed[..^unit.Length], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
                && number <= long.MaxValue / ticks)
            {
                duration = TimeSpan.FromTicks((long)(number * ticks));
                return true;
            }
        }

        return false;
    }
}
