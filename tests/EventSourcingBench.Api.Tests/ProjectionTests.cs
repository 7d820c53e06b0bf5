using System.Net;
using System.Net.Http.Json;

namespace EventSourcingBench.Api.Tests;

public sealed class ProjectionTests
{
    public static TheoryData<string> Stores => ["memory", "sqlite"];

    [Theory]
    [MemberData(nameof(Stores))]
    public async Task A_started_projection_shows_every_bar(string store)
    {
        await using var api = await TestApi.StartAsync(store);
        var first = await api.AppendAsync(store, TestApi.Bar(tickVolume: 5)).ShouldBeAppendedAsync();
        await StartAsync(api, store);
        await StartAsync(api, store);
        var second = await api.AppendAsync(store, TestApi.Bar(tickVolume: 7)).ShouldBeAppendedAsync();
        var other = await api.AppendAsync(store, TestApi.Bar(tickVolume: 100), symbol: "GBPUSD").ShouldBeAppendedAsync();

        var state = await api.CaughtUpAsync(store, rows: 3);

        state.State.ShouldBe("running");
        state.Checkpoint.ShouldNotBeNullOrEmpty();
        (await api.GetAsync($"/stores/{store}/projections/currency_bars/totals/EURUSD", ApiJson.Default.ReadModelTotal))
            .ShouldBe(new ReadModelTotal("EURUSD", 2, 12));
        var row = await api.GetAsync($"/stores/{store}/projections/currency_bars/rows/{second.EventId}", ApiJson.Default.ReadModelDocument);
        row.Amount.ShouldBe(7);
        row.Document.GetProperty("tickVolume").GetInt64().ShouldBe(7);
        row.Document.GetProperty("apiCallTime").GetDateTimeOffset().ShouldBe(row.ApiCallTime);
        var rows = await api.GetAsync($"/stores/{store}/projections/currency_bars/rows", ApiJson.Default.IReadOnlyListReadModelKey);
        rows.Select(r => (r.EventId, r.Group, r.Amount)).ShouldBe(
            [(first.EventId, "EURUSD", 5), (second.EventId, "EURUSD", 7), (other.EventId, "GBPUSD", 100)],
            ignoreOrder: true);
        rows.ShouldAllBe(r => r.DocumentHash.Length == 16);
    }

    [Theory]
    [MemberData(nameof(Stores))]
    public async Task Only_events_from_the_given_time_count_as_delays_and_those_of_a_rebuild_do_not(string store)
    {
        await using var api = await TestApi.StartAsync(store);
        var now = DateTimeOffset.UtcNow;
        await StartAsync(api, store);
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

        using var rebuilding = await api.PostAsync($"/stores/{store}/projections/currency_bars/rebuild");
        var rebuilt = await rebuilding.ShouldBeAsync(HttpStatusCode.OK, ApiJson.Default.Rebuilt);
        rebuilt.Events.ShouldBe(2);
        rebuilt.Elapsed.ShouldBeGreaterThan(TimeSpan.Zero);
        rebuilt.EventsPerSecond.ShouldBe(2 / rebuilt.Elapsed.TotalSeconds, tolerance: 0.001);
        await api.CaughtUpAsync(store, rows: 2);
        (await DelaysAsync(api, store)).Histogram.Count.ShouldBe(1);

        await MeasureAsync(api, store, now.AddDays(1));
        (await DelaysAsync(api, store)).Histogram.Count.ShouldBe(0);
    }

    [Theory]
    [MemberData(nameof(Stores))]
    public async Task A_stopped_projection_goes_on_where_it_was(string store)
    {
        await using var api = await TestApi.StartAsync(store);
        await api.AppendAsync(store).ShouldBeAppendedAsync();
        await StartAsync(api, store);
        await api.CaughtUpAsync(store, rows: 1);

        await api.Client.DeleteAsync($"/stores/{store}/projections/currency_bars").ShouldBeEmptyAsync();
        await api.Client.DeleteAsync($"/stores/{store}/projections/currency_bars").ShouldBeEmptyAsync();
        var stopped = await api.GetAsync($"/stores/{store}/projections/currency_bars", ApiJson.Default.ProjectionState);
        stopped.ShouldBe(new ProjectionState { State = "stopped" });
        await api.AppendAsync(store).ShouldBeAppendedAsync();

        await StartAsync(api, store);
        await api.CaughtUpAsync(store, rows: 2);
    }

    [Theory]
    [InlineData("GET", "/stores/memory/projections/currency_bars/rows")]
    [InlineData("GET", "/stores/memory/projections/currency_bars/rows/0198c4a2-7d1e-7c3a-9f00-5d0c6f1b2a3e")]
    [InlineData("GET", "/stores/memory/projections/currency_bars/totals/EURUSD")]
    [InlineData("POST", "/stores/memory/projections/currency_bars/rebuild")]
    public async Task Without_a_running_projection_there_is_no_read_model(string method, string path)
    {
        await using var api = await TestApi.StartAsync("memory");

        var problem = await api.Client.SendAsync(new HttpRequestMessage(new HttpMethod(method), path))
            .ShouldBeNotFoundAsync();

        problem.Detail.ShouldNotBeNull().ShouldContain("PUT /stores/memory/projections/currency_bars");
    }

    [Fact]
    public async Task What_is_not_projected_is_not_found()
    {
        await using var api = await TestApi.StartAsync("memory");
        await StartAsync(api, "memory");

        await api.Client.GetAsync("/stores/memory/projections/currency_bars/totals/EURUSD").ShouldBeNotFoundAsync();
        await api.Client.GetAsync($"/stores/memory/projections/currency_bars/rows/{Guid.NewGuid()}").ShouldBeNotFoundAsync();
    }

    [Theory]
    [InlineData("projection/delays", "currency_bars")]
    [InlineData("read-model/bars", "currency_bars")]
    [InlineData("currencies/EURUSD", "currency_bars")]
    [InlineData("shows-projection", "show_seats")]
    [InlineData("read-model/shows/s", "show_seats")]
    public async Task A_route_of_before_names_the_new_one(string path, string projection)
    {
        await using var api = await TestApi.StartAsync("memory");

        var problem = await api.Client.GetAsync($"/stores/memory/{path}").ShouldBeNotFoundAsync();

        problem.Detail.ShouldNotBeNull().ShouldContain($"/stores/memory/projections/{projection}");
    }

    [Fact]
    public async Task A_projection_that_there_is_not_is_refused_with_the_names()
    {
        await using var api = await TestApi.StartAsync("memory");

        var problem = await api.Client.GetAsync("/stores/memory/projections/x").ShouldBeNotFoundAsync();

        problem.Detail.ShouldNotBeNull().ShouldStartWith("There is no projection 'x'. The projections are currency_bars, show_seats, items_1,");
    }

    private static async Task StartAsync(TestApi api, string store)
    {
        using var response = await api.Client.PutAsync($"/stores/{store}/projections/currency_bars", content: null);
        (await response.ShouldBeAsync(HttpStatusCode.OK, ApiJson.Default.ProjectionState)).State.ShouldBe("running");
    }

    private static Task MeasureAsync(TestApi api, string store, DateTimeOffset from)
    {
        var content = JsonContent.Create(new MeasureDelays { From = from }, ApiJson.Default.MeasureDelays);
        return api.Client.PutAsync($"/stores/{store}/projections/currency_bars/delays", content).ShouldBeEmptyAsync();
    }

    private static Task<ProjectionDelays> DelaysAsync(TestApi api, string store) =>
        api.GetAsync($"/stores/{store}/projections/currency_bars/delays", ApiJson.Default.ProjectionDelays);
}
