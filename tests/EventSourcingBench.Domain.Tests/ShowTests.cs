using FsCheck;
using FsCheck.Fluent;

namespace EventSourcingBench.Domain.Tests;

public sealed class ShowTests
{
    private const int Seats = 4;

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
            var kept = ReservationEvents.ReadSnapshot(data.Id, data.Type, data.Data.Span);
            kept.Version.ShouldBe(history.Count);
            again.ToSnapshot(history.Count).Seats.ShouldBe(kept.Seats);
            Show.From(kept).ToSnapshot(history.Count).Seats.ShouldBe(kept.Seats);
            Show.From(kept).Taken.ShouldBe(show.Taken);
        }).QuickCheckThrowOnFailure();
    }

    private static Show Created()
    {
        var show = new Show();
        show.Apply(Guid.NewGuid(), new ShowCreated(Seats));
        return show;
    }

    private static ReservationRefusal? Decide(Show show, ShowCommandKind kind, int number) =>
        show.Decide(new ShowCommand(Guid.NewGuid(), kind, number)).Refusal;
}
