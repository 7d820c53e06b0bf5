namespace EventSourcingBench.Domain.Currencies;

/// <summary>The event that a bar was added to a currency: the accepted <see cref="AddCurrencyInfo"/> with its symbol.</summary>
public sealed record CurrencyInfoAdded
{
    /// <summary>The name of this event's type in the stores.</summary>
    public const string EventType = nameof(CurrencyInfoAdded);

    /// <summary>The currency.</summary>
    public required CurrencySymbol Symbol { get; init; }

    /// <inheritdoc cref="AddCurrencyInfo.Time"/>
    public required DateTime Time { get; init; }

    /// <inheritdoc cref="AddCurrencyInfo.TickVolume"/>
    public required long TickVolume { get; init; }

    /// <inheritdoc cref="AddCurrencyInfo.RealVolume"/>
    public required long RealVolume { get; init; }

    /// <inheritdoc cref="AddCurrencyInfo.High"/>
    public required double High { get; init; }

    /// <inheritdoc cref="AddCurrencyInfo.Low"/>
    public required double Low { get; init; }

    /// <inheritdoc cref="AddCurrencyInfo.Open"/>
    public required double Open { get; init; }

    /// <inheritdoc cref="AddCurrencyInfo.Close"/>
    public required double Close { get; init; }

    /// <inheritdoc cref="AddCurrencyInfo.ApiCallTime"/>
    public required DateTimeOffset ApiCallTime { get; init; }
}
