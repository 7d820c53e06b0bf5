namespace EventSourcingBench.LoadTests.Steps;

/// <summary>What an hour of one busy core costs, in any currency.</summary>
internal readonly record struct CpuPrice(double PerHour)
{
    private const string Unit = "/cpu-hour";

    /// <summary>Null where it is no price.</summary>
    public static CpuPrice? Parse(string text) =>
        text.EndsWith(Unit, StringComparison.Ordinal)
        && double.TryParse(text.AsSpan(..^Unit.Length), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var price)
        && price > 0 && double.IsFinite(price)
            ? new(price)
            : null;

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{PerHour}{Unit}");
}
