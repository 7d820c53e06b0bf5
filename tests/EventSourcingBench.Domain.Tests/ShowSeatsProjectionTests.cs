namespace EventSourcingBench.Domain.Tests;

public sealed class ShowSeatsProjectionTests
{
    private static readonly DateTimeOffset Sent = new(2026, 1, 2, 3, 4, 5, 678, TimeSpan.Zero);
    private readonly ShowSeatsProjection _projection = new();

    [Fact]
    public void A_reservation_counts_one_seat_and_a_cancellation_takes_it_away_from_its_show()
    {
        var id = Guid.CreateVersion7(Sent);
        var row = _projection.Project(Recorded(id, new SeatReserved(3))).ShouldNotBeNull();
        (row.EventId, row.Group, row.Amount).ShouldBe((id, "s7", 1));
        row.ApiCallTime.ShouldBe(Sent);
        _projection.Project(Recorded(id, new ReservationCancelled(3))).ShouldNotBeNull().Amount.ShouldBe(-1);
    }

    [Fact]
    public void An_id_without_a_time_takes_that_of_the_store() =>
        _projection.Project(Recorded(Guid.NewGuid(), new SeatReserved(3))).ShouldNotBeNull().ApiCallTime.ShouldBe(Sent.AddMinutes(1));

    [Fact]
    public void Creations_snapshots_and_other_events_give_no_row()
    {
        _projection.Project(Recorded(Guid.NewGuid(), new ShowCreated(50))).ShouldBeNull();
        _projection.Project(Bars.Recorded("{}"u8.ToArray(), nameof(ShowSnapshot))).ShouldBeNull();
        _projection.Project(Bars.Recorded("{}"u8.ToArray(), CurrencyInfoAdded.EventType)).ShouldBeNull();
    }

    [Fact]
    public void A_reservation_outside_of_a_show_is_an_error() =>
        Should.Throw<FormatException>(() => _projection.Project(Bars.Recorded("{}"u8.ToArray(), nameof(SeatReserved))))
            .Message.ShouldContain("no stream of a show");

    private static RecordedEvent Recorded(Guid id, ReservationEvent happened)
    {
        var data = ReservationEvents.ToEventData(id, happened);
        var (stream, recordedAt) = (ShowStreams.Of("s7"), Sent.AddMinutes(1));
        return new RecordedEvent { Id = id, Stream = stream, Version = 2, Type = data.Type, Data = data.Data, RecordedAt = recordedAt };
    }
}
