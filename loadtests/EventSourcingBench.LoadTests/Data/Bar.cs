namespace EventSourcingBench.LoadTests.Data;

/// <summary>The prices of one minute.</summary>
/// <param name="Time">When the minute began, by the broker's clock, which names no zone.</param>
/// <param name="Open">The first price, more than 0.</param>
/// <param name="High">The highest price.</param>
/// <param name="Low">The lowest price.</param>
/// <param name="Close">The last price.</param>
/// <param name="TickVolume">How many times the price changed, 0 or more.</param>
/// <param name="RealVolume">How much was traded, 0 or more; 0 where the source has none.</param>
public readonly record struct Bar(
    DateTime Time,
    double Open,
    double High,
    double Low,
    double Close,
    long TickVolume,
    long RealVolume);
