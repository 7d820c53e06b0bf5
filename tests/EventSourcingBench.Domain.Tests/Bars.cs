namespace EventSourcingBench.Domain.Tests;

internal static class Bars
{
    public static readonly CurrencySymbol Eurusd = new("EURUSD");

    public static readonly AddCurrencyInfo Sound = new()
    {
        Time = new DateTime(2020, 9, 8, 0, 1, 0, DateTimeKind.Unspecified),
        TickVolume = 9,
        RealVolume = 3,
        High = 1.18156,
        Low = 1.18133,
        Open = 1.18136,
        Close = 1.18145,
        ApiCallTime = new DateTimeOffset(2026, 11, 21, 8, 0, 0, TimeSpan.Zero).AddTicks(1234567),
    };

    public static RecordedEvent Recorded(ReadOnlyMemory<byte> data, string type = CurrencyInfoAdded.EventType) => new()
    {
        Id = Guid.CreateVersion7(),
        Stream = CurrencyStreams.For(Eurusd),
        Version = 1,
        Type = type,
        Data = data,
    };
}
