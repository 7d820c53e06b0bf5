namespace EventSourcingBench.Abstractions;

/// <summary>An option of a store, given as <c>--store-option key=value</c>.</summary>
/// <param name="Key">Plug-in and name: <c>memory.delay</c>.</param>
/// <param name="Description">Meaning, unit and range, in one line.</param>
public sealed record StoreOption(string Key, StoreOptionKind Kind, string Default, string Description)
{
    /// <summary>The allowed values of a <see cref="StoreOptionKind.Choice"/>.</summary>
    public IReadOnlyList<string> Choices { get; init; } = [];

    /// <summary>The least value of an integer, or of a duration in milliseconds. Default: 0.</summary>
    public long Minimum { get; init; }

    /// <summary>The greatest value of an integer, or of a duration in milliseconds. Default: 2,147,483,647.</summary>
    public long Maximum { get; init; } = int.MaxValue;

    internal string? ComplaintOf(string value)
    {
        var (isRight, wanted) = Kind switch
        {
            StoreOptionKind.Text => (true, ""),
            StoreOptionKind.Choice => (Choices.Contains(value), "one of " + string.Join(", ", Choices)),
            StoreOptionKind.Switch => (value is "on" or "off", "on or off"),
            StoreOptionKind.Integer => (
                long.TryParse(value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
                    && number >= Minimum && number <= Maximum,
                $"a whole number from {Minimum} to {Maximum}"),
            StoreOptionKind.Duration => (
                DurationText.TryParse(value, out var time) && time.TotalMilliseconds >= Minimum && time.TotalMilliseconds <= Maximum,
                $"a duration from {Minimum}ms to {Maximum}ms, such as 250us, 5ms, 1.5s or 2m"),
            _ => throw new InvalidOperationException($"{Key} has the unknown kind {Kind}."),
        };
        return isRight ? null : $"say {wanted}.";
    }
}

public enum StoreOptionKind
{
    Text = 0,
    Choice = 1,
    Integer = 2,
    Duration = 3, // A number with a unit: 250us, 5ms, 1.5s, 2m.
    Switch = 4,
}
