namespace EventSourcingBench.Api.Tests;

public sealed class SnapshotStoreTests
{
    [Fact]
    public async Task It_remembers_about_as_many_places_as_its_capacity()
    {
        var events = new ListedEvents();
        var snapshots = new SnapshotStore<string>(events, r => r.Type, _ => 1) { Capacity = 2 };
        (await ReadsAsync("a", "b")).ShouldBe(2);
        (await ReadsAsync("a", "b")).ShouldBe(0);
        (await ReadsAsync("c")).ShouldBe(1);
        (await ReadsAsync("c")).ShouldBe(0);
        (await ReadsAsync("a", "b", "c")).ShouldBeGreaterThan(1);

        async Task<int> ReadsAsync(params string[] streams)
        {
            var before = events.Reads;
            foreach (var stream in streams)
                (await snapshots.FindAsync(new StreamId(stream), Cancel)).ShouldBeNull();

            return events.Reads - before;
        }
    }

    [Fact]
    public async Task A_process_finds_the_snapshots_that_another_stores_after_it_has_found_none()
    {
        var events = new ListedEvents();
        ShowSource one = new(events, TimeProvider.System, snapshotEvery: 2), other = new(events, TimeProvider.System, snapshotEvery: 2);
        (await other.LoadAsync("s", Cancel)).Version.ShouldBe(0);
        var commands = new OptimisticReservations(events, one, TimeProvider.System);
        foreach (var (kind, number) in new[] { (ShowCommandKind.Create, 3), (ShowCommandKind.Reserve, 1), (ShowCommandKind.Reserve, 2) })
            (await commands.RunAsync("s", new ShowCommand(Guid.NewGuid(), kind, number), 1, Cancel)).IsAccepted.ShouldBeTrue();

        events.From.Clear();
        for (var i = 0; i < 3; i++)
            (await other.LoadAsync("s", Cancel)).Version.ShouldBe(3);

        // All events, without a snapshot; then each time the snapshots, and the event after the last.
        events.From.ShouldBe([1, 1, 3, 1, 3]);
    }

    [Fact]
    public async Task A_snapshot_that_the_store_does_not_take_fails_no_command()
    {
        var events = new ListedEvents();
        var commands = new OptimisticReservations(
            events, new ShowSource(events, TimeProvider.System, snapshotEvery: 1), TimeProvider.System);
        events.BeforeAppend = () => events.Appends.Count == 0 ? Task.CompletedTask : throw new ArgumentException("Too large.");
        (await commands.RunAsync("s", new ShowCommand(Guid.NewGuid(), ShowCommandKind.Create, 3), 1, Cancel)).Version.ShouldBe(1);
    }

    [Fact]
    public async Task Every_conflict_is_followed_by_a_wait()
    {
        var (events, clock) = (new ListedEvents(), new HurriedClock());
        var commands = new OptimisticReservations(events, new ShowSource(events, clock), clock);
        await RunAsync(ShowCommandKind.Create, 100);
        events.BeforeAppend = BesideAsync;

        (await RunAsync(ShowCommandKind.Reserve, 100)).IsConflict.ShouldBeTrue();

        clock.Waits.Count.ShouldBe(9);
        clock.Waits.ShouldAllBe(w => w >= TimeSpan.FromMilliseconds(1) && w <= TimeSpan.FromMilliseconds(64));

        ValueTask<ReservationAnswer> RunAsync(ShowCommandKind kind, int number) =>
            commands.RunAsync("s", new ShowCommand(Guid.NewGuid(), kind, number), 10, Cancel);

        async Task BesideAsync()
        {
            events.BeforeAppend = () => Task.CompletedTask;
            var reserved = ReservationEvents.ToEventData(Guid.NewGuid(), new SeatReserved(events.Appends.Count));
            await events.AppendAsync(ShowStreams.Of("s"), ExpectedVersion.Any, [reserved], Cancel);
            events.BeforeAppend = BesideAsync;
        }
    }

    /// <summary>Notes how long a wait is meant to be, and ends it at once.</summary>
    private sealed class HurriedClock : TimeProvider
    {
        public List<TimeSpan> Waits { get; } = [];

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            Waits.Add(dueTime);
            return base.CreateTimer(callback, state, TimeSpan.Zero, period);
        }
    }
}
