namespace EventSourcingBench.Domain.Tests;

public sealed class ShowTests
{
    private const int Seats = 4;
    private static readonly DateTimeOffset Sent = new(2026, 1, 2, 3, 4, 5, 678, TimeSpan.Zero);
    private readonly ShowSeatsProjection _projection = new();

    // Each refusal otherwise: ReservationTests of the API.
    [Fact]
    public void What_is_not_there_is_refused()
    {
        Decide(new Show(), ShowCommandKind.Cancel, 1).ShouldBe(ReservationRefusal.NoSuchShow);
        Decide(Created(), ShowCommandKind.Reserve, 0).ShouldBe(ReservationRefusal.NoSuchSeat);
        Decide(Created(), ShowCommandKind.Cancel, Seats + 1).ShouldBe(ReservationRefusal.NoSuchSeat);
    }

    [Fact]
    public void A_repeat_is_known_by_its_id()
    {
        var show = new Show();
        ShowCommand[] commands =
        [
            new(Guid.NewGuid(), ShowCommandKind.Create, Seats),
            new(Guid.NewGuid(), ShowCommandKind.Reserve, 1),
            new(Guid.NewGuid(), ShowCommandKind.Cancel, 1),
        ];
        foreach (var command in commands)
        {
            show.Apply(command.Id, show.Decide(command).Happens.ShouldNotBeNull());
            show.Decide(command).ShouldBe(default);
        }
    }

    [Fact]
    public void Events_that_cannot_have_come_are_refused()
    {
        var show = Created();
        show.Apply(Guid.NewGuid(), new SeatReserved(1));
        foreach (var happened in new ReservationEvent[] { new SeatReserved(1), new ShowCreated(Seats), new ReservationCancelled(2) })
            Should.Throw<FormatException>(() => show.Apply(Guid.NewGuid(), happened));

        Should.Throw<FormatException>(() => new Show().Apply(Guid.NewGuid(), new SeatReserved(1)));
    }

    [Fact]
    public void Whatever_is_ordered_no_seat_is_held_twice_and_events_and_snapshots_tell_the_same()
    {
        ShowCommandKind[] kinds = [ShowCommandKind.Create, ShowCommandKind.Reserve, ShowCommandKind.Reserve, ShowCommandKind.Cancel];
        var order = from kind in Gen.Elements(kinds)
                    from number in Gen.Choose(0, Seats + 1)
                    from repeat in Gen.Choose(0, 3)
                    select (Kind: kind, Number: number, Repeats: repeat == 0);
        Prop.ForAll(order.ListOf().ToArbitrary(), orders =>
        {
            var (show, history, held) = (new Show(), new List<(Guid Id, ReservationEvent Event)>(), new HashSet<int>());
            var last = Guid.NewGuid();
            foreach (var (kind, number, repeats) in orders)
            {
                last = repeats ? last : Guid.NewGuid();
                if (show.Decide(new ShowCommand(last, kind, kind == ShowCommandKind.Create ? Seats : number)).Happens is not { } happens)
                    continue;

                (happens switch
                {
                    SeatReserved e => held.Add(e.Seat),
                    ReservationCancelled e => held.Remove(e.Seat),
                    _ => true,
                }).ShouldBeTrue();
                show.Apply(last, happens);
                history.Add((last, happens));
            }

            show.Taken.ShouldBe(held.Order());
            var again = new Show();
            foreach (var (id, happened) in history)
            {
                var stored = ReservationEvents.ToEventData(id, happened);
                again.Apply(id, ReservationEvents.Read(stored.Id, stored.Type, stored.Data.Span));
            }

            var data = ReservationEvents.ToEventData(Guid.NewGuid(), show.ToSnapshot(history.Count));
            var kept = ReservationEvents.ReadSnapshot(Bars.Recorded(data.Data, data.Type));
            kept.Version.ShouldBe(history.Count);
            again.ToSnapshot(history.Count).Seats.ShouldBe(kept.Seats);
            Show.From(kept).ToSnapshot(history.Count).Seats.ShouldBe(kept.Seats);
            Show.From(kept).Taken.ShouldBe(show.Taken);
        }).QuickCheckThrowOnFailure();
    }

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
    public void An_id_without_a_time_or_with_an_impossible_one_takes_that_of_the_store()
    {
        foreach (var id in new[] { Guid.NewGuid(), new Guid("ffffffff-ffff-7fff-8000-000000000000") })
            _projection.Project(Recorded(id, new SeatReserved(3))).ShouldNotBeNull().ApiCallTime.ShouldBe(Sent.AddMinutes(1));
    }

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

    private static Show Created()
    {
        var show = new Show();
        show.Apply(Guid.NewGuid(), new ShowCreated(Seats));
        return show;
    }

    private static ReservationRefusal? Decide(Show show, ShowCommandKind kind, int number) =>
        show.Decide(new ShowCommand(Guid.NewGuid(), kind, number)).Refusal;

    private static RecordedEvent Recorded(Guid id, ReservationEvent happened)
    {
        var data = ReservationEvents.ToEventData(id, happened);
        var (stream, recordedAt) = (ShowStreams.Of("s7"), Sent.AddMinutes(1));
        return new RecordedEvent { Id = id, Stream = stream, Version = 2, Type = data.Type, Data = data.Data, RecordedAt = recordedAt };
    }
}
