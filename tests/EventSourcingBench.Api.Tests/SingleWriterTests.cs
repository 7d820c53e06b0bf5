namespace EventSourcingBench.Api.Tests;

/// <summary>The mailboxes of shows: what waits goes together, idle ones leave memory, failures and other writers are survived.</summary>
public sealed class SingleWriterTests
{
    private readonly ListedEvents _events = new();

    [Fact]
    public async Task What_waits_is_appended_together_and_nothing_is_read_again()
    {
        await using var shows = await CreatedAsync();
        var gate = HoldAppends();
        var first = ReserveAsync(shows, 1);
        var others = Enumerable.Range(2, 9).Select(seat => ReserveAsync(shows, seat)).ToList();
        gate.SetResult();
        (await Task.WhenAll([first, .. others])).ShouldAllBe(a => a.IsAccepted);

        // The creation, what the loop found first, the rest.
        _events.Appends.Count.ShouldBeLessThanOrEqualTo(4);
        _events.Appends.Sum().ShouldBe(11);
        _events.Reads.ShouldBe(1);
    }

    [Fact]
    public async Task An_idle_show_leaves_memory_and_comes_back_as_it_was()
    {
        await using var shows = await CreatedAsync(idle: TimeSpan.FromMilliseconds(50));
        (await ReserveAsync(shows, 1)).IsAccepted.ShouldBeTrue();
        await ActiveAtMostAsync(shows, 0);
        (await ReserveAsync(shows, 1)).Refusal.ShouldBe(ReservationRefusal.SeatTaken);
        (await ReserveAsync(shows, 2)).IsAccepted.ShouldBeTrue();
    }

    [Fact]
    public async Task No_more_shows_are_kept_than_wanted_and_all_of_them_go_on()
    {
        const int Shows = 200;
        const int MaxActive = 20;
        await using var shows = New(maxActive: MaxActive);
        for (var round = 0; round < 3; round++)
        {
            var (kind, number) = round == 0 ? (ShowCommandKind.Create, 10) : (ShowCommandKind.Reserve, round);
            for (var show = 0; show < Shows; show++)
                (await RunAsync(shows, kind, number, show: $"s{show}")).IsAccepted.ShouldBeTrue();

            await ActiveAtMostAsync(shows, (int)(MaxActive * 1.1));
            shows.Active.ShouldBeGreaterThan(0);
        }

        _events.Appends.Sum().ShouldBe(3 * Shows);
    }

    [Fact]
    public async Task Commands_that_come_while_shows_leave_memory_are_all_answered()
    {
        await using var shows = await CreatedAsync(idle: TimeSpan.FromMilliseconds(2));
        var accepted = 0;
        for (var round = 0; round < 200; round++)
        {
            accepted += (await ReserveAsync(shows, (round % 10) + 1)).IsAccepted ? 1 : 0;
            await Task.Delay(round % 4, Cancel);
        }

        accepted.ShouldBe(10);
        _events.Appends.Sum().ShouldBe(11);
    }

    [Fact]
    public async Task Another_writer_is_noticed_by_the_expected_version()
    {
        await using var shows = await CreatedAsync();
        await using var other = New();
        (await ReserveAsync(other, 1)).IsAccepted.ShouldBeTrue();
        (await ReserveAsync(shows, 1)).Refusal.ShouldBe(ReservationRefusal.SeatTaken);
        (await ReserveAsync(shows, 2)).IsAccepted.ShouldBeTrue();
        (await ReserveAsync(other, 2)).Refusal.ShouldBe(ReservationRefusal.SeatTaken);
        (await TakenAsync()).ShouldBe([1, 2]);
    }

    [Fact]
    public async Task A_failure_is_reported_and_what_was_decided_on_it_is_forgotten()
    {
        await using var shows = await CreatedAsync();
        _events.BeforeAppend = () => throw new StoreUnavailableException("gone");
        await Should.ThrowAsync<StoreUnavailableException>(() => ReserveAsync(shows, 1));
        _events.BeforeAppend = () => Task.CompletedTask;
        (await ReserveAsync(shows, 1)).IsAccepted.ShouldBeTrue();
        (await ReserveAsync(shows, 1)).Refusal.ShouldBe(ReservationRefusal.SeatTaken);
    }

    [Fact]
    public async Task An_old_repeat_among_others_takes_nothing_from_them()
    {
        await using var shows = await CreatedAsync();
        var old = Guid.NewGuid();
        (await RunAsync(shows, ShowCommandKind.Reserve, 1, old)).IsAccepted.ShouldBeTrue();
        foreach (var kind in new[] { ShowCommandKind.Cancel, ShowCommandKind.Reserve, ShowCommandKind.Cancel })
            await RunAsync(shows, kind, 1);

        var gate = HoldAppends();
        var first = ReserveAsync(shows, 9);
        Task<ReservationAnswer>[] waiting =
            [RunAsync(shows, ShowCommandKind.Reserve, 1, old), ReserveAsync(shows, 2), ReserveAsync(shows, 3)];
        gate.SetResult();
        (await Task.WhenAll([first, .. waiting])).ShouldAllBe(a => a.IsAccepted);
        (await TakenAsync()).ShouldBe([2, 3, 9]);

        // Alone, the store knows it again: its version is an old one.
        (await RunAsync(shows, ShowCommandKind.Reserve, 1, old)).ShouldBe(new ReservationAnswer(Refusal: null, Tries: 1));
    }

    // By the version that it was decided on a reader finds out that the store took no notice of it.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_a_store_puts_elsewhere_is_answered_with_the_version_that_was_expected(bool isSingle)
    {
        await using var shows = await CreatedAsync();
        IReservations commands = isSingle ? shows
            : new OptimisticReservations(_events, new ShowSource(_events, TimeProvider.System), TimeProvider.System);
        _events.TakesAny = true;
        _events.BeforeAppend = async () =>
        {
            _events.BeforeAppend = () => Task.CompletedTask;
            var other = ReservationEvents.ToEventData(Guid.NewGuid(), new SeatReserved(1));
            await _events.AppendAsync(ShowStreams.Of("s"), ExpectedVersion.Any, [other], Cancel);
        };

        (await commands.RunAsync("s", new ShowCommand(Guid.NewGuid(), ShowCommandKind.Reserve, 2), 5, Cancel)).Version.ShouldBe(2);
        (await TakenAsync()).ShouldBe([1, 2]);
    }

    // A request that has no id would be answered with 500: found by the fuzzer, once in eight million requests.
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task An_id_of_another_show_fails_its_own_command_and_none_that_waited_with_it(int seat)
    {
        await using var shows = await CreatedAsync();
        var used = Guid.NewGuid();
        await RunAsync(shows, ShowCommandKind.Create, 10, used, show: "other");
        var gate = HoldAppends();
        var first = ReserveAsync(shows, 1);
        var (wrong, other) = (RunAsync(shows, ShowCommandKind.Reserve, 9, used), ReserveAsync(shows, seat));
        gate.SetResult();

        await Should.ThrowAsync<ArgumentException>(wrong);
        (await Task.WhenAll(first, other)).Select(a => a.Refusal).ShouldBe([null, seat == 1 ? ReservationRefusal.SeatTaken : null]);
    }

    [Fact]
    public async Task Closing_waits_for_what_was_begun_and_refuses_what_comes_after()
    {
        var shows = await CreatedAsync();
        var gate = HoldAppends();
        var begun = ReserveAsync(shows, 1);
        var closing = shows.DisposeAsync().AsTask();
        closing.IsCompleted.ShouldBeFalse();
        gate.SetResult();
        (await begun).IsAccepted.ShouldBeTrue();
        await closing;
        await Should.ThrowAsync<ObjectDisposedException>(() => ReserveAsync(shows, 2));
    }

    private async Task<IReadOnlyList<int>> TakenAsync() =>
        (await new ShowSource(_events, TimeProvider.System).LoadAsync("s", Cancel)).Show.Taken;

    private SingleWriterReservations New(TimeSpan? idle = null, int maxActive = 20_000) => new(
        _events, new ReservationOptions { IdleTime = idle ?? TimeSpan.FromMinutes(1), MaxActive = maxActive }, TimeProvider.System);

    private static async Task ActiveAtMostAsync(SingleWriterReservations shows, int most)
    {
        for (var i = 0; i < 1_000 && shows.Active > most; i++)
            await Task.Delay(10, Cancel);

        shows.Active.ShouldBeLessThanOrEqualTo(most);
    }

    private async Task<SingleWriterReservations> CreatedAsync(TimeSpan? idle = null)
    {
        var shows = New(idle);
        (await RunAsync(shows, ShowCommandKind.Create, 10)).IsAccepted.ShouldBeTrue();
        return shows;
    }

    private TaskCompletionSource HoldAppends()
    {
        var gate = new TaskCompletionSource();
        _events.BeforeAppend = () => gate.Task;
        return gate;
    }

    private static Task<ReservationAnswer> ReserveAsync(SingleWriterReservations shows, int seat) =>
        RunAsync(shows, ShowCommandKind.Reserve, seat);

    private static Task<ReservationAnswer> RunAsync(
        SingleWriterReservations shows, ShowCommandKind kind, int number, Guid? id = null, string show = "s") =>
        shows.RunAsync(show, new ShowCommand(id ?? Guid.NewGuid(), kind, number), 5, Cancel).AsTask();
}
