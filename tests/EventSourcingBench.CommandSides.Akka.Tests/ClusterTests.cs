namespace EventSourcingBench.CommandSides.Akka.Tests;

/// <summary>Several nodes: a show has one owner wherever it is asked for; one that dies takes nothing with it.</summary>
public sealed class ClusterTests : IAsyncDisposable
{
    private readonly ListedEvents _events = new();
    private readonly List<Node> _nodes = [];

    public async ValueTask DisposeAsync()
    {
        foreach (var node in _nodes)
            await node.DisposeAsync();
    }

    [Fact]
    public async Task A_seat_has_one_winner_whichever_node_is_asked_and_nothing_lives_twice()
    {
        _nodes.AddRange(await Node.StartAsync(_events, nodes: 3));
        for (var show = 0; show < 12; show++)
        {
            var name = $"s{show}";
            (await _nodes[show % 3].CreateAsync(name, seats: 4)).IsAccepted.ShouldBeTrue();
            var answers = await Task.WhenAll(Enumerable.Range(0, 24).Select(i => _nodes[i % 3].ReserveAsync((i % 4) + 1, name)));
            answers.Count(a => a.IsAccepted).ShouldBe(4);
            answers.Count(a => a.Refusal == ReservationRefusal.SeatTaken).ShouldBe(20);
            answers.ShouldAllBe(a => a.Tries <= 1);
            (await _events.IdsAsync(name)).Count.ShouldBe(5);
        }

        var active = await Task.WhenAll(_nodes.Select(n => n.CountActiveAsync()));
        active.Sum().ShouldBe(12);
        active.Count(a => a > 0).ShouldBeGreaterThan(1);
    }

    [Nightly, Fact]
    public async Task A_node_that_dies_takes_no_acknowledged_reservation_with_it()
    {
        _nodes.AddRange(await Node.StartAsync(_events, nodes: 3));
        const int Shows = 20;
        await Task.WhenAll(Enumerable.Range(0, Shows).Select(s => _nodes[0].CreateAsync($"s{s}", seats: 50)));
        var acknowledged = new ConcurrentBag<(string Show, Guid Id)>();
        using var end = new CancellationTokenSource();
        var writers = Enumerable.Range(0, Shows).Select(s => WriteAsync(_nodes[s % 2], $"s{s}", acknowledged, end.Token)).ToList();
        await Task.Delay(500, Cancel);
        await _nodes[2].DisposeAsync();
        // Every show gets on, those of the dead node as well.
        var later = await Task.WhenAll(Enumerable.Range(0, Shows).Select(s => _nodes[s % 2].ReserveAsync(50, $"s{s}")));
        later.ShouldAllBe(a => a.IsAccepted);
        await end.CancelAsync();
        await Task.WhenAll(writers);
        foreach (var show in acknowledged.GroupBy(a => a.Show))
        {
            var kept = await _events.IdsAsync(show.Key);
            show.Select(a => a.Id).Except(kept).ShouldBeEmpty();
            kept.ShouldBeUnique();
        }
    }

    [Fact]
    public async Task Of_two_owners_one_writes_at_a_time()
    {
        // Two clusters that know nothing of each other: what two halves of one would be after its network broke.
        _nodes.AddRange([.. await Node.StartAsync(_events), .. await Node.StartAsync(_events)]);
        await _nodes[0].CreateAsync(seats: 8);
        var answers = await Task.WhenAll(Enumerable.Range(0, 64).Select(
            i => _nodes[i % 2].ReserveAsync((i / 2 % 8) + 1, maxAttempts: 100)));
        answers.Count(a => a.IsAccepted).ShouldBe(8);
        (await _events.IdsAsync("s")).Count.ShouldBe(9);
    }

    // Reserves and cancels one seat after the other until it is ended, with a pause: the shows, not the processors, are what it asks for.
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

            await Task.Delay(10, CancellationToken.None);
        }
    }
}
