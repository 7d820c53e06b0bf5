namespace EventSourcingBench.LoadTests.Workloads;

/// <summary>Which values a parameter takes, the same on the command line and in a workload file.</summary>
internal record Values(string Requirement, JsonValueKind Json, Func<string, object?> Parse, Func<List<object>, object>? Combine = null)
{
    public static Values<bool> Switch { get; } =
        new("true or false", JsonValueKind.True, text => bool.TryParse(text, out var value) ? value : null);

    public static Values<SloRecord?> Slo { get; } = new(
        "a percentile and a duration, such as p99=20ms or p99.9=100ms", JsonValueKind.String,
        text => text.Split('=') is [['p', .. var percentile], var bound]
            && double.TryParse(percentile, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var share)
            && share is > 0 and < 100 && DurationText.TryParse(bound, out var duration) && duration > TimeSpan.Zero
                ? new SloRecord(share, duration) : null);

    public static Values<double> Margin { get; } = new(
        FormattableString.Invariant($"a percentage between 0% and {Difference.MostMargin:0%}"), JsonValueKind.String,
        text => Difference.ParseMargin(text));

    public static Values<double> Share { get; } = new(
        "a percentage greater than 0% and at most 100%", JsonValueKind.String,
        text => Difference.ParseMargin(text) is > 0 and var share ? share : null);

    public static Values<T> Number<T>(T min, T max)
        where T : struct, INumber<T>
    {
        var (name, styles) = typeof(T) == typeof(double) ? ("a number", NumberStyles.Float) : ("an integer", NumberStyles.AllowLeadingSign);
        return new(
            FormattableString.Invariant($"{name} between {min} and {max}"), JsonValueKind.Number,
            text => T.TryParse(text, styles, CultureInfo.InvariantCulture, out var value) && value >= min && value <= max ? value : null);
    }

    public static Values<double> Rate(double max) => Number(double.Epsilon, max) with
    { Requirement = FormattableString.Invariant($"a number greater than 0 and at most {max}") };

    public static Values<TimeSpan> Duration(string min, string max) => Between<TimeSpan>(
        "a duration", min, max, "us, ms, s, m or h", text => DurationText.TryParse(text, out var value) ? value : null);

    public static Values<long> Size(string min, string max) =>
        Between<long>("a size", min, max, "B, KB, MB or GB", SizeText.Parse);

    public static Values<long> BitRate(string min, string max) => Between<long>(
        "a rate", min, max, "kbit, mbit or gbit", text => BitUnits.FirstOrDefault(u => text.EndsWith(u.Unit, StringComparison.Ordinal))
            is (not null, var bits) && long.TryParse(text[..^4], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                && number <= long.MaxValue / bits ? number * bits : null);

    public static Values<string> OneOf(IReadOnlyList<string> names) =>
        new($"one of {string.Join(", ", names)}", JsonValueKind.String, text => names.Contains(text, StringComparer.Ordinal) ? text : null);

    private static (string Unit, long Bits)[] BitUnits => [("kbit", 1_000), ("mbit", 1_000_000), ("gbit", 1_000_000_000)];

    private static Values<T> Between<T>(string what, string min, string max, string units, Func<string, T?> parse)
        where T : struct, IComparable<T>
    {
        var (least, most) = (parse(min)!.Value, parse(max)!.Value);
        return new(
            $"{what} between {min} and {max}, with a unit: {units}", JsonValueKind.String,
            text => parse(text) is { } value && value.CompareTo(least) >= 0 && value.CompareTo(most) <= 0 ? value : null);
    }
}

internal sealed record Values<T>(
    string Requirement, JsonValueKind Json, Func<string, object?> Parse, Func<List<object>, object>? Combine = null)
    : Values(Requirement, Json, Parse, Combine)
{
    public Values<IReadOnlyList<T>> Several() => new(Requirement, Json, Parse, items => items.ConvertAll(item => (T)item));

    public Values<TOrNone> As<TOrNone>() => new(Requirement, Json, Parse);
}
