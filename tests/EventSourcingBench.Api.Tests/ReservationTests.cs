namespace EventSourcingBench.Api.Tests;

/// <summary>What holds for every command side; <c>Strategies</c> says which there are, so that plug-ins pass the same tests.</summary>
public sealed partial class ReservationTests(ReservationApi shared) : IClassFixture<ReservationApi>
{
    private readonly string _show = $"s{Guid.NewGuid():N}";

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task Seats_are_reserved_and_cancelled_by_the_rules(string strategy)
    {
        (await ReserveAsync(strategy, 1)).ShouldBe("noSuchShow");
        await shared.Api.Client.GetAsync(Path).ShouldBeNotFoundAsync();
        (await CreateAsync(strategy, seats: 3)).ShouldBeNull();
        (await CreateAsync(strategy, seats: 3)).ShouldBe("showExists");
        (await ReserveAsync(strategy, 4)).ShouldBe("noSuchSeat");
        (await ReserveAsync(strategy, 2)).ShouldBeNull();
        (await ReserveAsync(strategy, 2)).ShouldBe("seatTaken taken 2");
        (await CancelAsync(strategy, 3)).ShouldBe("seatNotReserved taken 2");
        (await ReserveAsync(strategy, 3)).ShouldBeNull();
        (await CancelAsync(strategy, 2)).ShouldBeNull();
        var show = await ReadAsync();
        (show.Show, show.Seats, show.Version).ShouldBe((_show, 3, 4));
        show.Taken.ShouldBe([3]);
    }

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task A_repeat_with_the_same_key_is_accepted_again_and_appends_nothing(string strategy)
    {
        await CreateAsync(strategy, seats: 3);
        var key = Guid.NewGuid().ToString("D");
        (await ReserveAsync(strategy, 1, key)).ShouldBeNull();
        (await ReserveAsync(strategy, 1, key)).ShouldBeNull();
        (await ReadAsync()).Version.ShouldBe(2);

        // Others have changed the seat since: the store still knows the event.
        (await CancelAsync(strategy, 1)).ShouldBeNull();
        (await ReserveAsync(strategy, 1)).ShouldBeNull();
        (await CancelAsync(strategy, 1)).ShouldBeNull();
        (await ReserveAsync(strategy, 1, key)).ShouldBeNull();
        (await ReadAsync()).Version.ShouldBe(5);
        (await ReserveAsync(strategy, 1)).ShouldBeNull();
    }

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task No_seat_is_sold_twice_when_all_come_at_once(string strategy)
    {
        await CreateAsync(strategy, seats: 5);
        var answers = await Task.WhenAll(Enumerable.Range(0, 40).Select(i => ReserveAsync(strategy, (i % 5) + 1, attempts: 100)));
        answers.Count(a => a is null).ShouldBe(5);
        answers.Count(a => a?.StartsWith("seatTaken", StringComparison.Ordinal) == true).ShouldBe(35);
        var show = await ReadAsync();
        show.Taken.ShouldBe([1, 2, 3, 4, 5]);
        show.Version.ShouldBe(6);
    }

    [Fact]
    public async Task Retries_that_are_exhausted_are_a_conflict()
    {
        await CreateAsync("optimistic", seats: 64);
        var answers = await Task.WhenAll(Enumerable.Range(1, 64).Select(seat => PostAsync("", seat)));
        foreach (var answer in answers.Where(a => a.StatusCode != HttpStatusCode.Created))
        {
            var problem = await Task.FromResult(answer).ShouldBeProblemAsync(HttpStatusCode.Conflict, "retries-exhausted");
            (problem.Conflicts, problem.RefusalAs<ReservationRefusal>()).ShouldBe((1, null));
        }

        // A rule's refusal has its own type.
        var refused = await PostAsync("", 65).ShouldBeProblemAsync(HttpStatusCode.Conflict, "refused");
        (refused.Conflicts, refused.RefusalAs<ReservationRefusal>()).ShouldBe((0, ReservationRefusal.NoSuchSeat));
    }

    private string Path => $"/stores/memory/shows/{_show}";

    private Task<ShowDocument> ReadAsync() => shared.Api.GetAsync<ShowDocument>(Path);

    private Task<string?> CreateAsync(string strategy, int seats) => shared.Api.PostTextAsync(
        $"/stores/memory/shows?strategy={strategy}", $$"""{"show":"{{_show}}","seats":{{seats}}}""").RefusalAsync();

    private Task<string?> ReserveAsync(string strategy, int seat, string? key = null, int attempts = 5) =>
        PostAsync($"?strategy={strategy}&maxAttempts={attempts}", seat, key).RefusalAsync();

    private Task<HttpResponseMessage> PostAsync(string query, int seat, string? key = null) =>
        shared.Api.PostTextAsync($"{Path}/reservations{query}", $$"""{"seat":{{seat}}}""", key: key);

    private Task<string?> CancelAsync(string strategy, int seat) =>
        shared.Api.Client.DeleteAsync($"{Path}/reservations/{seat}?strategy={strategy}").RefusalAsync();
}

/// <summary>An API for all tests, each with a show that no other has.</summary>
public sealed class ReservationApi : IAsyncLifetime
{
    internal TestApi Api { get; private set; } = null!;

    public async ValueTask InitializeAsync() =>
        Api = await TestApi.StartAsync("memory", reservations: new ReservationOptions { MaxAttempts = 1, SnapshotEvery = 2 });

    public ValueTask DisposeAsync() => Api.DisposeAsync();
}
