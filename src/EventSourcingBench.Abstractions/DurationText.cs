namespace EventSourcingBench.Abstractions;

/// <summary>Durations as users write them: a number and a unit (<c>us</c>, <c>ms</c>, <c>s</c>, <c>m</c>, <c>h</c>).</summary>
public static class DurationText
{
    private static readonly (string Unit, long Ticks)[] Units =
    [
        ("us", TimeSpan.TicksPerMicrosecond), ("ms", TimeSpan.TicksPerMillisecond), ("s", TimeSpan.TicksPerSecond),
        ("m", TimeSpan.TicksPerMinute), ("h", TimeSpan.TicksPerHour),
    ];

    /// <summary>Writes a duration, not negative, to the microsecond, with the largest unit that needs no fraction: <c>1500ms</c>.</summary>
    public static string Of(TimeSpan duration)
    {
        var exact = Array.FindLast(Units, u => duration.Ticks % u.Ticks == 0 && duration.Ticks >= u.Ticks);
        var (unit, ticks) = exact.Unit is null ? Units[0] : exact;
        return string.Create(CultureInfo.InvariantCulture, $"{duration.Ticks / ticks}{unit}");
    }

    /// <summary>Reads a duration such as <c>1.5s</c>, not negative, or a plain <c>0</c>; zero where the text is none.</summary>
    public static bool TryParse(string? text, out TimeSpan duration)
    {
        duration = TimeSpan.Zero;
        var trimmed = (text ?? "").Trim();
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

        return trimmed == "0";
    }
}
