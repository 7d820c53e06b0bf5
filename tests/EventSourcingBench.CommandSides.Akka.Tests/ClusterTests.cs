using EventSourcingBench.Api.Tests;

namespace EventSourcingBench.CommandSides.Akka.Tests;

/// <summary>Several nodes: a show has one owner wherever it is asked for; one that dies takes nothing with it.</summary>
public sealed class ClusterTests
{
    private readonly ListedEvents _events = new();

    [Fact]
    public async Task A_seat_has_one_winner_whichever_node_is_asked_and_nothing_lives_twice()
    {
        await using var cluster = await Cluster.StartAsync(_events, nodes: 3);
        for (var show = 0; show < 12; show++)
        {
            var name = $"s{show}";
            (await cluster.Nodes[show % 3].CreateAsync(name, seats: 4)).IsAccepted.ShouldBeTrue();
            var answers = await Task.WhenAll(Enumerable.Range(0, 24).Select(i => cluster.Nodes[i % 3].ReserveAsync((i % 4) + 1, name)));
            answers.Count(a => a.IsAccepted).ShouldBe(4);
            answers.Count(a => a.Refusal == ReservationRefusal.SeatTaken).ShouldBe(20);
            answers.ShouldAllBe(a => a.Tries <= 1);
            (await _events.CountAsync(name)).ShouldBe(5);
        }

        var active = await Task.WhenAll(cluster.Nodes.Select(n => n.Side.CountActiveAsync(TestContext.Current.CancellationToken)));
        active.Sum().ShouldBe(12);
        active.Count(a => a > 0).ShouldBeGreaterThan(1);
    }

    [Fact]
    public async Task A_node_that_dies_takes_no_acknowledged_reservation_with_it()
    {
        await using var cluster = await Cluster.StartAsync(_events, nodes: 3);
        const int Shows = 20;
        await Task.WhenAll(Enumerable.Range(0, Shows).Select(s => cluster.Nodes[0].CreateAsync($"s{s}", seats: 50)));
        var acknowledged = new ConcurrentBag<(string Show, Guid Id)>();
        using var end = new CancellationTokenSource();
        var writers = Enumerable.Range(0, Shows).Select(s => WriteAsync(cluster.Nodes[s % 2], $"s{s}", acknowledged, end.Token)).ToList();
        await Task.Delay(500, TestContext.Current.CancellationToken);
        await cluster.Nodes[2].DisposeAsync();
        // Every show gets on, those of the dead node as well.
        var before = acknowledged.Count;
        await Task.WhenAll(Enumerable.Range(0, Shows).Select(s => cluster.Nodes[s % 2].ReserveAsync(50, $"s{s}")));
        await end.CancelAsync();
        await Task.WhenAll(writers);

        acknowledged.Count.ShouldBeGreaterThanOrEqualTo(before);
        foreach (var show in acknowledged.GroupBy(a => a.Show))
        {
            var kept = await _events.IdsAsync(show.Key);
            show.Select(a => a.Id).Except(kept).ShouldBeEmpty();
            kept.Distinct().Count().ShouldBe(kept.Count);
        }
    }

    [Fact]
    public async Task Of_two_owners_one_writes_at_a_time()
    {
        // Two clusters that know nothing of each other: what two halves of one would be after its network broke.
        await using var one = await Cluster.StartAsync(_events, nodes: 1);
        await using var other = await Cluster.StartAsync(_events, nodes: 1);
        await one.Nodes[0].CreateAsync(seats: 8);
        var answers = await Task.WhenAll(Enumerable.Range(0, 64).Select(
            i => (i % 2 == 0 ? one : other).Nodes[0].ReserveAsync((i / 2 % 8) + 1, maxAttempts: 100)));
        answers.Count(a => a.IsAccepted).ShouldBe(8);
        (await _events.CountAsync("s")).ShouldBe(9);
    }

    // Reserves and cancels one seat after the other until it is ended.
    private static async Task WriteAsync(Node node, string show, ConcurrentBag<(string, Guid)> acknowledged, CancellationToken end)
    {
        for (var i = 0; !end.IsCancellationRequested; i++)
        {
            var id = Guid.NewGuid();
            var seat = (i / 2 % 40) + 1;
            if (i % 2 == 1)
                await node.CancelAsync(seat, show);
            else if ((await node.ReserveAsync(seat, show, id)).IsAccepted)
                acknowledged.Add((show, id));
        }
    }
}
