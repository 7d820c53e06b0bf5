namespace EventSourcingBench.Tests;

/// <summary>Events whose text a mapping to BSON must leave as it is.</summary>
internal static class MappedEvents
{
    public static StreamId Stream { get; } = new("currency-EURUSD");

    public static DateTimeOffset Now { get; } = new(2026, 5, 4, 3, 2, 1, 123, TimeSpan.Zero);

    public static IReadOnlyList<EventData> All { get; } =
    [
        new(Guid.CreateVersion7(), "First", """{"$oid":"x","n":1e400,"größe":"✓ 𝔘"}"""u8.ToArray()) { Metadata = "{}"u8.ToArray() },
        new(Guid.CreateVersion7(), "Second", "[1,2]"u8.ToArray()),
    ];

    public static void ShouldBeAll(IReadOnlyList<RecordedEvent> read)
    {
        read.Count.ShouldBe(All.Count);
        foreach (var (actual, expected) in read.Zip(All))
        {
            actual.ShouldBeSame(expected, StoreCapabilities.KeepsBytes);
            (actual.Stream, actual.RecordedAt).ShouldBe((Stream, Now));
        }
    }
}
