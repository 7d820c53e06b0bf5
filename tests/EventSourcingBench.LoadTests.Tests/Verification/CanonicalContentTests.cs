namespace EventSourcingBench.LoadTests.Tests;

/// <summary>Suites send canonical JSON: a store that keeps bytes is compared without reading it.</summary>
public sealed class CanonicalContentTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 23, 7, 8, 9, 123, TimeSpan.Zero);

    [Theory]
    [InlineData(1.08371)]
    [InlineData(5)]
    [InlineData(0.00001234)]
    [InlineData(1234567.5)]
    [InlineData(1.0500500000000001)]
    public void Bars(double price)
    {
        var bar = new Bar
        {
            Time = Now.UtcDateTime,
            Open = price,
            High = price,
            Low = price / 3,
            Close = price,
            TickVolume = long.MaxValue,
        };
        ShouldBeCanonical(
            id => CurrencyEvents.ToEventData(id, Currency.Decide(new CurrencySymbol("EURUSD"), AppendLoad.Command(bar, Now))));
    }

    [Fact]
    public void Enrolments()
    {
        EnrolmentEvent[] events =
        [
            new CourseRegistered("c-1", 3),
            new StudentRegistered("s-1", 4),
            new StudentJoined("c-1", "s-1"),
            new StudentLeft("c-1", "s-1"),
        ];
        foreach (var happened in events)
            ShouldBeCanonical(id => EnrolmentEvents.ToEventData(id, happened));
    }

    [Fact]
    public void Reservations()
    {
        ReservationEvent[] events = [new ShowCreated(100), new SeatReserved(7), new ReservationCancelled(7)];
        foreach (var happened in events)
            ShouldBeCanonical(id => ReservationEvents.ToEventData(id, happened));
    }

    [Fact]
    public void Mixed_and_growth()
    {
        var content = new MixedContent(streams: 10, length: 10, others: 0, payload: 200, seed: 5);
        ShouldBeCanonical(id => content.EventOf(id, 17));
        ShouldBeCanonical(id => content.EventOf(id, 17, Now));
        ShouldBeCanonical(id => new EventData(id, SafeEvents.EventType, GrowthEvents.Live(Now)));
    }

    // Ids enough for some events with metadata.
    private static void ShouldBeCanonical(Func<Guid, EventData> eventOf)
    {
        foreach (var sent in Enumerable.Range(0, 64).Select(_ => eventOf(Guid.NewGuid())))
        {
            ContentHash.Of(sent.Type, sent.Data.Span, sent.Metadata.Span, isCanonical: true)
                .ShouldBe(ContentHash.Of(sent.Type, sent.Data.Span, sent.Metadata.Span), Encoding.UTF8.GetString(sent.Data.Span));
        }
    }
}
