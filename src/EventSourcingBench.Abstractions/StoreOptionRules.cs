namespace EventSourcingBench.Abstractions;

internal static class StoreOptionRules
{
    /// <summary>What is wrong with a value, or null.</summary>
    public static string? Complaint(StoreOption option, string value) => option.Kind switch
    {
        StoreOptionKind.Text => null,
        StoreOptionKind.Choice => option.Choices.Contains(value, StringComparer.Ordinal)
            ? null
            : "say one of " + string.Join(", ", option.Choices) + ".",
        StoreOptionKind.Switch => value is "on" or "off" ? null : "say on or off.",
        StoreOptionKind.Integer => long.TryParse(value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
            && number >= option.Minimum && number <= option.Maximum
            ? null
            : Invariant($"say a whole number from {option.Minimum} to {option.Maximum}."),
        StoreOptionKind.Duration => DurationText.TryParse(value, out var duration)
            && duration.TotalMilliseconds >= option.Minimum && duration.TotalMilliseconds <= option.Maximum
            ? null
            : Invariant($"say a duration from {option.Minimum}ms to {option.Maximum}ms, such as 250us, 5ms, 1.5s or 2m."),
        _ => throw new InvalidOperationException($"{option.Key} has the unknown kind {option.Kind}."),
    };

    private static string Invariant(FormattableString text) => FormattableString.Invariant(text);
}
