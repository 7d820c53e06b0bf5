namespace EventSourcingBench.LoadTests.Tests;

public sealed class SeatScriptTests
{
    [Fact]
    public void Every_seat_is_reserved_and_then_cancelled_once_a_round_whatever_the_order() => Prop.ForAll(
        Gen.Choose(1, 7).Zip(Gen.Choose(1, 6)).ToArbitrary(), Gen.Choose(0, 1_000).ToArbitrary(), (size, seed) =>
        {
            var (shows, seats) = size;
            var script = new GroupedScript(shows, seats, 1 + (seed % 9), seed % 2 == 0 ? null : seed);
            var round = 2 * shows * seats;
            foreach (var requests in Requests(script.At, 2 * round).Chunk(round))
            {
                requests.ShouldAllBe(r => r.Show >= 0 && r.Show < shows && r.Seat >= 1 && r.Seat <= seats);
                requests.ShouldBeUnique();
                Held(requests).ShouldBeEmpty();
            }
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Serial_keeps_the_requests_of_a_show_far_apart_and_concurrent_brings_them_together()
    {
        const int shows = 10, seats = 50;
        var serial = Requests(new GroupedScript(2_500, seats, GroupedScript.Users).At, 2 * 2_500 * seats);
        serial.Take(1_000).Select(r => r.Show).ShouldBe(Enumerable.Range(0, 1_000));
        serial.Where(r => r.Show == 7).Select(r => r.Seat).ShouldBe([.. Enumerable.Range(1, seats), .. Enumerable.Range(1, seats)]);
        serial[^1].ShouldBe(new SeatRequest(2_499, ShowCommandKind.Cancel, seats));
        var concurrent = Requests(new GroupedScript(shows, seats, grouping: 5, seed: 7).At, 2 * shows * seats);
        concurrent.Take(seats).Select(r => r.Show).Distinct().Order().ShouldBe([0, 1, 2, 3, 4]);
        concurrent.Skip(10 * seats).Select(r => r.Show).Distinct().Order().ShouldBe([5, 6, 7, 8, 9]);
    }

    [Fact]
    public void The_order_depends_on_the_seed_alone()
    {
        var one = Requests(new GroupedScript(4, 9, grouping: 2, seed: 3).At, 100);
        Enumerable.Range(0, 100).Reverse().Select(i => new GroupedScript(4, 9, grouping: 2, seed: 3).At(i)).Reverse().ShouldBe(one);
        Requests(new GroupedScript(4, 9, grouping: 2, seed: 4).At, 100).ShouldNotBe(one);
    }

    [Fact]
    public void Hot_shows_come_as_often_as_the_law_says_and_their_seats_alternate()
    {
        const int count = 60_000;
        var requests = Requests(new HotScript(100, 5, skew: 1, seed: 1).At, count);
        Held(requests).Count.ShouldBeLessThanOrEqualTo(100 * 5);
        // One in the sum of 1/n up to 100.
        (requests.Count(r => r.Show == 0) * 5.187 / count).ShouldBe(1, tolerance: 0.15);
        var even = Requests(new HotScript(100, 5, skew: 0, seed: 1).At, count);
        (even.Count(r => r.Show == 0) * 100.0 / count).ShouldBe(1, tolerance: 0.25);
    }

    [Fact]
    public void A_hot_request_follows_from_its_number_in_whatever_order_processes_ask()
    {
        const int count = 40_000;
        var all = Requests(new HotScript(20, 5, skew: 1, seed: 3).At, count);
        var (even, odd) = (new HotScript(20, 5, skew: 1, seed: 3), new HotScript(20, 5, skew: 1, seed: 3));
        for (var i = 0; i < count; i++)
            (i % 2 == 0 ? even : odd).At(i).ShouldBe(all[i]);

        // One that comes very late, when it is not kept any more.
        even.At(7).ShouldBe(all[7]);
    }

    private static List<SeatRequest> Requests(Func<long, SeatRequest> at, int count) => [.. Enumerable.Range(0, count).Select(i => at(i))];

    // Each request changes what is held.
    private static HashSet<(int, int)> Held(IEnumerable<SeatRequest> requests)
    {
        var held = new HashSet<(int, int)>();
        foreach (var (show, kind, seat) in requests)
            (kind == ShowCommandKind.Reserve ? held.Add((show, seat)) : held.Remove((show, seat))).ShouldBeTrue();

        return held;
    }
}
