using System.Text.Json.Serialization;

namespace EventSourcingBench.Domain.Currencies;

/// <summary>The command to add one bar (the prices of one minute) to a currency.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record AddCurrencyInfo
{
    /// <summary>When the bar began, by the broker's clock, which names no zone; without an offset.</summary>
    public required DateTime Time { get; init; }

    /// <summary>How many times the price changed, 0 or more.</summary>
    public required long TickVolume { get; init; }

    /// <summary>How much was traded, 0 or more; 0 where the source has none.</summary>
    public required long RealVolume { get; init; }

    /// <summary>The highest price, finite, more than 0.</summary>
    public required double High { get; init; }

    /// <summary>The lowest price, finite, more than 0, at most <see cref="High"/>.</summary>
    public required double Low { get; init; }

    /// <summary>The first price, from <see cref="Low"/> to <see cref="High"/>.</summary>
    public required double Open { get; init; }

    /// <summary>The last price, from <see cref="Low"/> to <see cref="High"/>.</summary>
    public required double Close { get; init; }

    /// <summary>When the load generator sent the request, UTC (offset zero).</summary>
    public required DateTimeOffset ApiCallTime { get; init; }
}
