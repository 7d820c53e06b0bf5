namespace EventSourcingBench.LoadTests.Data;

/// <summary>The prices of one minute.</summary>
internal readonly record struct Bar(
    DateTime Time,
    double Open,
    double High,
    double Low,
    double Close,
    long TickVolume,
    long RealVolume);
