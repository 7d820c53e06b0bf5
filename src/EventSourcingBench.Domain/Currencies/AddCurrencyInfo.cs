namespace EventSourcingBench.Domain.Currencies;

/// <summary>The command to add one bar (the prices of one minute) to a currency.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record AddCurrencyInfo : CurrencyInfo;

/// <summary>A bar: the prices of one minute.</summary>
public abstract record CurrencyInfo
{
    /// <summary>The highest tick volume. Read models sum tick volumes in 64 bits, which millions of such bars fit.</summary>
    public const long MostTicks = 1_000_000_000_000;

    // In JSON in the order of their names, the canonical form: an event has its symbol before its volume.
    /// <summary>When the load generator sent the request, UTC (offset zero).</summary>
    public required DateTimeOffset ApiCallTime { get; init; }

    /// <summary>The last price, from <c>low</c> to <c>high</c>.</summary>
    public required double Close { get; init; }

    /// <summary>The highest price, finite, more than 0.</summary>
    public required double High { get; init; }

    /// <summary>The lowest price, finite, more than 0, at most <c>high</c>.</summary>
    public required double Low { get; init; }

    /// <summary>The first price, from <c>low</c> to <c>high</c>.</summary>
    public required double Open { get; init; }

    /// <summary>How much was traded, 0 or more; 0 where the source has none.</summary>
    public required long RealVolume { get; init; }

    /// <summary>How many times the price changed, from 0 to 1,000,000,000,000.</summary>
    [JsonPropertyOrder(2)]
    public required long TickVolume { get; init; }

    /// <summary>When the bar began, by the broker's clock, which names no zone; without an offset.</summary>
    [JsonPropertyOrder(3)]
    public required DateTime Time { get; init; }
}

/// <summary>What a bar must fulfil to be added.</summary>
public static class AddCurrencyInfoRules
{
    /// <summary>At most one complaint a field, in the order of the fields; empty when all is well, which allocates nothing.</summary>
    public static IReadOnlyList<FieldComplaint> Check(AddCurrencyInfo command) => FieldRules.Complaints(
        ("time", OfTime(command.Time)),
        ("tickVolume", OfVolume(command.TickVolume) ?? OfTicks(command.TickVolume)),
        ("realVolume", OfVolume(command.RealVolume)),
        ("high", OfPrice(command.High) ?? OfHigh(command.High, command.Low)),
        ("low", OfPrice(command.Low)),
        ("open", OfPrice(command.Open) ?? OfInside(command.Open, command)),
        ("close", OfPrice(command.Close) ?? OfInside(command.Close, command)),
        ("apiCallTime", OfApiCallTime(command.ApiCallTime)));

    private static string? OfTime(DateTime time) => time == default ? "must be given."
        : time.Kind != DateTimeKind.Unspecified ? "must be the broker's clock, without an offset."
        : null;

    private static string? OfVolume(long volume) => volume < 0 ? Text($"must be 0 or more; it is {volume}.") : null;

    private static string? OfTicks(long volume) =>
        volume > CurrencyInfo.MostTicks ? Text($"must be at most {CurrencyInfo.MostTicks}; it is {volume}.") : null;

    private static string? OfPrice(double price) => !double.IsFinite(price) ? "must be a finite number."
        : price <= 0 ? Text($"must be more than 0; it is {price}.")
        : null;

    private static string? OfHigh(double high, double low) =>
        high < low ? Text($"must not be below low; it is {high}, low is {low}.") : null;

    // Where low and high contradict each other or are no prices, that complaint stands alone.
    private static string? OfInside(double price, AddCurrencyInfo command) =>
        OfPrice(command.Low) is null && OfPrice(command.High) is null && command.Low <= command.High
        && (price < command.Low || price > command.High)
            ? Text($"must be from low to high; it is {price}, low is {command.Low}, high is {command.High}.") : null;

    private static string? OfApiCallTime(DateTimeOffset time) => time == default ? "must be given."
        : time.Offset != TimeSpan.Zero ? "must be UTC: an offset of zero, or Z."
        : null;

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>How a currency behaves: commands are decided into events.</summary>
public static class Currency
{
    /// <summary>Decides a command. A bar is added whatever bars there are; only the bar itself must be sound.</summary>
    /// <exception cref="ArgumentException">It breaks a rule; the message names field and rule.</exception>
    public static CurrencyInfoAdded Decide(CurrencySymbol symbol, AddCurrencyInfo command)
    {
        if (AddCurrencyInfoRules.Check(command) is { Count: > 0 } complaints)
            throw new ArgumentException(string.Join(' ', complaints.Select(c => $"{c.Field} {c.Message}")), nameof(command));

        return new CurrencyInfoAdded(symbol, command);
    }
}
