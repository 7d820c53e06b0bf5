namespace EventSourcingBench.Api.Tests;

public sealed class ProjectionTests(SharedApi shared) : IClassFixture<SharedApi>
{
    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task A_started_projection_shows_every_bar_and_one_that_was_stopped_goes_on(string store)
    {
        var api = await shared.EmptyAsync(store);
        var first = await api.AppendAsync(store, TestApi.Bar(tickVolume: 5)).ShouldBeAppendedAsync();
        (await api.StartProjectionAsync(store)).State.ShouldBe("running");
        await api.StartProjectionAsync(store);
        var second = await api.AppendAsync(store, TestApi.Bar(tickVolume: 7)).ShouldBeAppendedAsync();
        var other = await api.AppendAsync(store, TestApi.Bar(tickVolume: 100), symbol: "GBPUSD").ShouldBeAppendedAsync();

        var state = await api.CaughtUpAsync(store, rows: 3);

        state.State.ShouldBe("running");
        state.Checkpoint.ShouldNotBeNullOrEmpty();
        (await api.GetAsync<ReadModelSummary>(Path(store, "/totals/EURUSD"))).ShouldBe(new("EURUSD", 2, 12));
        var row = await api.GetAsync<ReadModelDocument>(Path(store, $"/rows/{second.EventId}"));
        (row.Amount, row.Document.GetProperty("tickVolume").GetInt64()).ShouldBe((7, 7));
        row.Document.GetProperty("apiCallTime").GetDateTimeOffset().ShouldBe(row.ApiCallTime);
        var rows = await api.GetAsync<IReadOnlyList<ReadModelKey>>(Path(store, "/rows"));
        rows.Select(r => (r.EventId, r.Group, r.Amount)).ShouldBe(
            [(first.EventId, "EURUSD", 5), (second.EventId, "EURUSD", 7), (other.EventId, "GBPUSD", 100)],
            ignoreOrder: true);
        rows.ShouldAllBe(r => r.DocumentHash.Length == 16);

        await api.Client.DeleteAsync(Path(store)).ShouldBeEmptyAsync();
        await api.Client.DeleteAsync(Path(store)).ShouldBeEmptyAsync();
        (await api.GetAsync<ProjectionState>(Path(store))).ShouldBe(new ProjectionState("stopped"));
        await api.AppendAsync(store).ShouldBeAppendedAsync();
        await api.StartProjectionAsync(store);
        await api.CaughtUpAsync(store, rows: 4);
    }

    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task Only_events_from_the_given_time_count_as_delays_and_those_of_a_rebuild_do_not(string store)
    {
        var api = await shared.EmptyAsync(store);
        var now = DateTimeOffset.UtcNow;
        await api.StartProjectionAsync(store);
        (await DelaysAsync(api, store)).From.ShouldBeNull();
        await MeasureAsync(api, store, now);
        await api.AppendAsync(store, TestApi.Bar(apiCallTime: now.AddSeconds(-50))).ShouldBeAppendedAsync();
        await api.AppendAsync(store, TestApi.Bar(apiCallTime: now)).ShouldBeAppendedAsync();
        await api.CaughtUpAsync(store, rows: 2);

        var delays = await DelaysAsync(api, store);
        delays.From.ShouldBe(now);
        delays.Histogram.Count.ShouldBe(1);
        delays.P50Milliseconds.ShouldBeGreaterThan(0);
        delays.MaxMilliseconds.ShouldBeInRange(delays.P50Milliseconds, 49_000);

        using var rebuilding = await api.PostAsync(Path(store, "/rebuild"));
        var rebuilt = await rebuilding.ShouldBeAsync<Rebuilt>(HttpStatusCode.OK);
        rebuilt.Events.ShouldBe(2);
        rebuilt.Elapsed.ShouldBeGreaterThan(TimeSpan.Zero);
        rebuilt.EventsPerSecond.ShouldBe(2 / rebuilt.Elapsed.TotalSeconds, tolerance: 0.001);
        await api.CaughtUpAsync(store, rows: 2);
        (await DelaysAsync(api, store)).Histogram.Count.ShouldBe(1);

        await MeasureAsync(api, store, now.AddDays(1));
        (await DelaysAsync(api, store)).Histogram.Count.ShouldBe(0);
    }

    private static Task MeasureAsync(TestApi api, string store, DateTimeOffset from) =>
        api.PutAsync(Path(store, "/delays"), new MeasureDelays(from)).ShouldBeEmptyAsync();

    private static Task<ProjectionDelays> DelaysAsync(TestApi api, string store) => api.GetAsync<ProjectionDelays>(Path(store, "/delays"));

    private static string Path(string store, string below = "") => $"/stores/{store}/projections/currency_bars{below}";
}
