namespace EventSourcingBench.CommandSides.Akka.Tests;

/// <summary>One node: actors leave memory and come back, other writers and failures are survived.</summary>
public sealed class SingleNodeTests : IAsyncLifetime
{
    private readonly ListedEvents _events = new();
    private Node _node = null!;

    public async ValueTask InitializeAsync()
    {
        _node = (await Node.StartAsync(_events, idle: TimeSpan.FromSeconds(1)))[0];
        (await _node.CreateAsync()).IsAccepted.ShouldBeTrue();
    }

    public ValueTask DisposeAsync() => _node.DisposeAsync();

    [Fact]
    public async Task An_idle_show_leaves_memory_and_comes_back_as_it_was()
    {
        (await _node.ReserveAsync(1)).IsAccepted.ShouldBeTrue();
        (await _node.CountActiveAsync()).ShouldBe(1);
        for (var i = 0; i < 200 && await _node.CountActiveAsync() > 0; i++)
            await Task.Delay(50, Cancel);

        (await _node.CountActiveAsync()).ShouldBe(0);
        var reads = _events.Reads;
        var refused = await _node.ReserveAsync(1);
        (refused.Refusal, refused.Tries).ShouldBe((ReservationRefusal.SeatTaken, 0));
        refused.Taken.ShouldBe([1]);
        _events.Reads.ShouldBe(reads + 1);
        (await _node.ReserveAsync(2)).IsAccepted.ShouldBeTrue();
        _events.Reads.ShouldBe(reads + 1);
    }

    [Fact]
    public async Task Another_writer_is_noticed_by_the_expected_version()
    {
        await WriteBesideAsync(new SeatReserved(1), version: 1);
        var lost = await _node.ReserveAsync(2, maxAttempts: 1);
        (lost.IsConflict, lost.Tries).ShouldBe((true, 1));
        (await _node.ReserveAsync(1)).Refusal.ShouldBe(ReservationRefusal.SeatTaken);
        await WriteBesideAsync(new SeatReserved(3), version: 2);
        (await _node.ReserveAsync(2)).ShouldBe(new ReservationAnswer(Refusal: null, Tries: 2));
    }

    [Fact]
    public async Task Commands_that_wait_behind_a_lost_race_are_all_answered()
    {
        var (reached, gate) = (new TaskCompletionSource(), new TaskCompletionSource());
        _events.BeforeAppend = () =>
        {
            reached.TrySetResult();
            return gate.Task;
        };
        var waiting = Enumerable.Range(2, 9).Select(seat => _node.ReserveAsync(seat)).ToList();
        // The first command has decided on the state before the append beside it.
        await reached.Task.WaitAsync(Cancel);
        _events.BeforeAppend = () => Task.CompletedTask;
        await WriteBesideAsync(new SeatReserved(1), version: 1);
        gate.SetResult();
        (await Task.WhenAll(waiting)).ShouldAllBe(a => a.IsAccepted);
        (await _node.ReserveAsync(1)).Refusal.ShouldBe(ReservationRefusal.SeatTaken);
    }

    [Fact]
    public async Task A_failure_is_reported_and_what_was_decided_on_it_is_forgotten()
    {
        _events.BeforeAppend = () => throw new StoreUnavailableException("gone");
        (await Should.ThrowAsync<StoreUnavailableException>(() => _node.ReserveAsync(1))).Message.ShouldBe("gone");
        _events.BeforeAppend = () => throw new OutcomeUnknownException("who knows");
        (await Should.ThrowAsync<OutcomeUnknownException>(() => _node.ReserveAsync(1))).Message.ShouldBe("who knows");
        _events.BeforeAppend = () => Task.CompletedTask;
        (await _node.ReserveAsync(1)).IsAccepted.ShouldBeTrue();
        (await _node.ReserveAsync(1)).Refusal.ShouldBe(ReservationRefusal.SeatTaken);
    }

    [Fact]
    public async Task An_id_of_another_show_fails_its_own_command_and_the_show_goes_on()
    {
        var used = Guid.NewGuid();
        await _node.CreateAsync("other");
        (await _node.ReserveAsync(1, "other", used)).IsAccepted.ShouldBeTrue();
        await Should.ThrowAsync<ArgumentException>(() => _node.ReserveAsync(1, id: used));
        (await _node.ReserveAsync(1)).IsAccepted.ShouldBeTrue();
    }

    [Fact]
    public async Task A_node_that_has_ended_says_so()
    {
        await _node.DisposeAsync();
        _node.Side.Ended.IsCompleted.ShouldBeTrue();
        await Should.ThrowAsync<OutcomeUnknownException>(() => _node.ReserveAsync(1));
    }

    private async Task WriteBesideAsync(ReservationEvent happened, long version) =>
        (await _events.AppendAsync(ShowStreams.Of("s"), ExpectedVersion.Exactly(version),
            [ReservationEvents.ToEventData(Guid.NewGuid(), happened)], Cancel)).ShouldBeOfType<Appended>();
}
