namespace EventSourcingBench.Domain.Currencies;

/// <summary>What a bar must fulfil to be added.</summary>
public static class AddCurrencyInfoRules
{
    /// <summary>Checks a command. Allocates nothing when all is well.</summary>
    /// <param name="command">The command.</param>
    /// <returns>At most one complaint a field, in the order of the fields; empty when all is well.</returns>
    public static IReadOnlyList<FieldComplaint> Check(AddCurrencyInfo command)
    {
        ArgumentNullException.ThrowIfNull(command);
        List<FieldComplaint>? complaints = null;
        Add("time", OfTime(command.Time));
        Add("tickVolume", OfVolume(command.TickVolume));
        Add("realVolume", OfVolume(command.RealVolume));
        Add("high", OfPrice(command.High) ?? OfHigh(command.High, command.Low));
        Add("low", OfPrice(command.Low));
        Add("open", OfPrice(command.Open) ?? OfInside(command.Open, command));
        Add("close", OfPrice(command.Close) ?? OfInside(command.Close, command));
        Add("apiCallTime", OfApiCallTime(command.ApiCallTime));
        return complaints ?? (IReadOnlyList<FieldComplaint>)[];

        void Add(string field, string? message)
        {
            if (message is not null)
            {
                (complaints ??= []).Add(new FieldComplaint(field, message));
            }
        }
    }

    private static string? OfTime(DateTime time) =>
        time == default ? "must be given."
        : time.Kind == DateTimeKind.Local ? "must be the broker's clock, without an offset."
        : null;

    private static string? OfVolume(long volume) => volume < 0 ? Text($"must be 0 or more; it is {volume}.") : null;

    private static string? OfPrice(double price) =>
        !double.IsFinite(price) ? "must be a finite number."
        : price <= 0 ? Text($"must be more than 0; it is {price}.")
        : null;

    private static string? OfHigh(double high, double low) =>
        high < low ? Text($"must not be below low; it is {high}, low is {low}.") : null;

    // Where low and high contradict each other or are no prices, that complaint stands alone.
    private static string? OfInside(double price, AddCurrencyInfo command) =>
        OfPrice(command.Low) is null && OfPrice(command.High) is null && command.Low <= command.High
        && (price < command.Low || price > command.High)
            ? Text($"must be from low to high; it is {price}, low is {command.Low}, high is {command.High}.")
            : null;

    private static string? OfApiCallTime(DateTimeOffset time) =>
        time == default ? "must be given."
        : time.Offset != TimeSpan.Zero ? "must be UTC: an offset of zero, or Z."
        : null;

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
