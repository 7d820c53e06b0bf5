namespace EventSourcingBench.Api.Tests;

/// <summary>What holds for every command side; <c>Strategies</c> says which there are, so that plug-ins pass the same tests.</summary>
public sealed partial class ReservationTests
{
    private const string Store = "memory";

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task Seats_are_reserved_and_cancelled_by_the_rules(string strategy)
    {
        await using var api = await StartAsync(strategy);
        (await ReserveAsync(api, 1)).ShouldBe("noSuchShow");
        await api.Client.GetAsync(Path).ShouldBeNotFoundAsync();
        (await CreateAsync(api, seats: 3)).ShouldBeNull();
        (await CreateAsync(api, seats: 3)).ShouldBe("showExists");
        (await ReserveAsync(api, 4)).ShouldBe("noSuchSeat");
        (await ReserveAsync(api, 2)).ShouldBeNull();
        (await ReserveAsync(api, 2)).ShouldBe("seatTaken taken 2");
        (await CancelAsync(api, 3)).ShouldBe("seatNotReserved taken 2");
        (await ReserveAsync(api, 3)).ShouldBeNull();
        (await CancelAsync(api, 2)).ShouldBeNull();
        var show = await api.GetAsync(Path, ApiJson.Default.ShowDocument);
        (show.Show, show.Seats, show.Version).ShouldBe(("s", 3, 4));
        show.Taken.ShouldBe([3]);
    }

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task A_repeat_with_the_same_key_is_accepted_again_and_appends_nothing(string strategy)
    {
        await using var api = await StartAsync(strategy);
        await CreateAsync(api, seats: 3);
        var key = Guid.NewGuid().ToString("D");
        (await ReserveAsync(api, 1, key)).ShouldBeNull();
        (await ReserveAsync(api, 1, key)).ShouldBeNull();
        (await api.GetAsync(Path, ApiJson.Default.ShowDocument)).Version.ShouldBe(2);

        // Others have changed the seat since: the store still knows the event.
        (await CancelAsync(api, 1)).ShouldBeNull();
        (await ReserveAsync(api, 1)).ShouldBeNull();
        (await CancelAsync(api, 1)).ShouldBeNull();
        (await ReserveAsync(api, 1, key)).ShouldBeNull();
        (await api.GetAsync(Path, ApiJson.Default.ShowDocument)).Version.ShouldBe(5);
        (await ReserveAsync(api, 1)).ShouldBeNull();
    }

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task No_seat_is_sold_twice_when_all_come_at_once(string strategy)
    {
        await using var api = await StartAsync(strategy, tries: 100);
        await CreateAsync(api, seats: 5);
        var answers = await Task.WhenAll(Enumerable.Range(0, 40).Select(i => ReserveAsync(api, (i % 5) + 1)));
        answers.Count(a => a is null).ShouldBe(5);
        answers.Count(a => a?.StartsWith("seatTaken", StringComparison.Ordinal) == true).ShouldBe(35);
        var show = await api.GetAsync(Path, ApiJson.Default.ShowDocument);
        show.Taken.ShouldBe([1, 2, 3, 4, 5]);
        show.Version.ShouldBe(6);
    }

    [Fact]
    public async Task Retries_that_are_exhausted_are_a_conflict()
    {
        await using var api = await StartAsync("optimistic", tries: 1);
        await CreateAsync(api, seats: 64);
        var answers = await Task.WhenAll(Enumerable.Range(1, 64).Select(seat => PostAsync(api, seat)));
        foreach (var answer in answers.Where(a => a.StatusCode != HttpStatusCode.Created))
        {
            var problem = await Task.FromResult(answer).ShouldBeProblemAsync(HttpStatusCode.Conflict, "retries-exhausted");
            (problem.Conflicts, problem.RefusalAs<ReservationRefusal>()).ShouldBe((1, null));
        }

        // A rule's refusal has its own type.
        var refused = await PostAsync(api, 65).ShouldBeProblemAsync(HttpStatusCode.Conflict, "refused");
        (refused.Conflicts, refused.RefusalAs<ReservationRefusal>()).ShouldBe((0, ReservationRefusal.NoSuchSeat));
    }

    private static string Path => $"/stores/{Store}/shows/s";

    private static Task<TestApi> StartAsync(string strategy, int tries = 5) => TestApi.StartAsync(
        Store,
        reservations: new ReservationOptions { Strategy = ReservationStrategies.Find(strategy)!, MaxAttempts = tries, SnapshotEvery = 2 });

    private static Task<string?> CreateAsync(TestApi api, int seats) =>
        api.PostTextAsync($"/stores/{Store}/shows", $$"""{"show":"s","seats":{{seats}}}""").RefusalAsync();

    private static Task<string?> ReserveAsync(TestApi api, int seat, string? key = null) => PostAsync(api, seat, key).RefusalAsync();

    private static Task<HttpResponseMessage> PostAsync(TestApi api, int seat, string? key = null) =>
        api.PostTextAsync($"{Path}/reservations", $$"""{"seat":{{seat}}}""", key: key);

    private static Task<string?> CancelAsync(TestApi api, int seat) =>
        api.Client.DeleteAsync($"{Path}/reservations/{seat}").RefusalAsync();
}
