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
        var time = Now.DateTime;
        var bar = new Bar { Time = time, Open = price, High = price, Low = price / 3, Close = price, TickVolume = CurrencyInfo.MostTicks };
        ShouldBeCanonical(
            id => [CurrencyEvents.ToEventData(id, Currency.Decide(new CurrencySymbol("EURUSD"), AppendLoad.Command(bar, Now)))]);
    }

    [Fact]
    public void Events_of_the_other_suites()
    {
        EnrolmentEvent[] enrolments =
            [new CourseRegistered("c", 3), new StudentRegistered("s", 4), new StudentJoined("c", "s"), new StudentLeft("c", "s")];
        ReservationEvent[] reservations = [new ShowCreated(100), new SeatReserved(7), new ReservationCancelled(7)];
        var mixed = new MixedContent(streams: 10, length: 10, others: 0, payload: 200, seed: 5);
        ShouldBeCanonical(id =>
        [
            .. enrolments.Select(happened => EnrolmentEvents.ToEventData(id, happened)),
            .. reservations.Select(happened => ReservationEvents.ToEventData(id, happened)),
            mixed.EventOf(id, 17),
            mixed.EventOf(id, 17, Now),
            new EventData(id, SafeEvents.EventType, GrowthEvents.Live(Now)),
        ]);
    }

    // Ids enough for some events with metadata.
    private static void ShouldBeCanonical(Func<Guid, EventData[]> eventsOf)
    {
        foreach (var sent in Enumerable.Range(0, 64).SelectMany(_ => eventsOf(Guid.NewGuid())))
        {
            ContentHash.Of(sent.Type, sent.Data.Span, sent.Metadata.Span, isCanonical: true)
                .ShouldBe(ContentHash.Of(sent.Type, sent.Data.Span, sent.Metadata.Span), Encoding.UTF8.GetString(sent.Data.Span));
        }
    }
}
