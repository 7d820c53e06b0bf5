using System.Net;

namespace EventSourcingBench.Api.Tests;

public sealed class BarsTests
{
    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task An_appended_bar_can_be_read_at_its_location(string store)
    {
        await using var api = await TestApi.StartAsync(store);
        await api.AppendAsync(store).ShouldBeAppendedAsync();
        var bar = TestApi.Bar(tickVolume: 42, apiCallTime: new DateTimeOffset(2026, 11, 21, 8, 0, 0, TimeSpan.Zero).AddTicks(1234567));

        using var response = await api.AppendAsync(store, bar);

        var appended = await response.ShouldBeAsync(HttpStatusCode.Created, ApiJson.Default.AppendedBar);
        appended.Version.ShouldBe(2);
        appended.Position.ShouldNotBeNull();
        response.Headers.ETag.ShouldNotBeNull().Tag.ShouldBe("\"2\"");
        var page = await api.GetAsync(response.Headers.Location.ShouldNotBeNull().ToString(), ApiJson.Default.BarsPage);
        var stored = page.Items.ShouldHaveSingleItem();
        stored.ShouldBe(new StoredBar(2, appended.EventId, appended.Position, Currency.Decide(new CurrencySymbol("EURUSD"), bar)));
        page.Next.ShouldBeNull();
    }

    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task Pages_follow_each_other_until_next_is_null(string store)
    {
        await using var api = await TestApi.StartAsync(store);
        for (var i = 1; i <= 7; i++)
            await api.AppendAsync(store, TestApi.Bar(tickVolume: i)).ShouldBeAppendedAsync();

        List<long> volumes = [];
        List<int> sizes = [];
        for (long? from = 1; from is not null;)
        {
            var page = await api.GetAsync($"{TestApi.BarsPath(store)}?from={from}&count=3", ApiJson.Default.BarsPage);
            volumes.AddRange(page.Items.Select(i => i.Bar.TickVolume));
            sizes.Add(page.Items.Count);
            from = page.Next;
        }

        volumes.ShouldBe([1, 2, 3, 4, 5, 6, 7]);
        sizes.ShouldBe([3, 3, 1]);
        var full = await api.GetAsync(TestApi.BarsPath(store) + "?count=7", ApiJson.Default.BarsPage);
        var empty = await api.GetAsync(TestApi.BarsPath(store, "GBPUSD"), ApiJson.Default.BarsPage);
        (full.Items.Count, full.Next).ShouldBe((7, null));
        (empty.Items.Count, empty.Next).ShouldBe((0, null));
    }

    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task Each_page_goes_on_after_the_checkpoint_of_the_last(string store)
    {
        await using var api = await TestApi.StartAsync(store);
        List<Guid> appended = [];
        foreach (var symbol in new[] { "EURUSD", "GBPUSD", "EURUSD" })
            appended.Add((await api.AppendAsync(store, symbol: symbol).ShouldBeAppendedAsync()).EventId);

        var first = await api.GetAsync($"/stores/{store}/events", ApiJson.Default.EventsPage);
        var late = await api.AppendAsync(store).ShouldBeAppendedAsync();
        var second = await AfterAsync(first);
        var third = await AfterAsync(second);

        first.Events.Select(e => e.EventId).ShouldBe(appended);
        first.Events.Select(e => (e.Stream, e.Version)).ShouldBe([("currency-EURUSD", 1), ("currency-GBPUSD", 1), ("currency-EURUSD", 2)]);
        first.CaughtUp.ShouldBeTrue();
        second.Events.Select(e => (e.EventId, e.Stream, e.Version)).ShouldBe([(late.EventId, "currency-EURUSD", 3)]);
        third.Events.ShouldBeEmpty();
        third.CaughtUp.ShouldBeTrue();

        Task<EventsPage> AfterAsync(EventsPage page) =>
            api.GetAsync($"/stores/{store}/events?after={Uri.EscapeDataString(page.Checkpoint)}", ApiJson.Default.EventsPage);
    }

    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task Of_many_that_expect_the_same_version_one_wins(string store)
    {
        await using var api = await TestApi.StartAsync(store);
        await api.AppendAsync(store, ifNoneMatch: "*").ShouldBeAppendedAsync();

        var answers = await Task.WhenAll(Enumerable.Range(0, 16).Select(_ => api.AppendAsync(store, ifMatch: "\"1\"")));

        var winner = answers.Where(a => a.StatusCode == HttpStatusCode.Created).ShouldHaveSingleItem();
        (await winner.ShouldBeAsync(HttpStatusCode.Created, ApiJson.Default.AppendedBar)).Version.ShouldBe(2);
        foreach (var loser in answers.Where(a => a != winner))
        {
            var lost = await Task.FromResult(loser).ShouldBeWrongVersionAsync();
            (lost.Expected, lost.Actual).ShouldBe((1, 2));
        }

        var begun = await api.AppendAsync(store, ifNoneMatch: "*").ShouldBeWrongVersionAsync();
        (begun.Expected, begun.Actual).ShouldBe((0, 2));
        (await api.GetAsync(TestApi.BarsPath(store), ApiJson.Default.BarsPage)).Items.Count.ShouldBe(2);
    }

    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task A_retry_with_the_same_key_appends_nothing_twice(string store)
    {
        await using var api = await TestApi.StartAsync(store);
        var key = Guid.CreateVersion7();
        var bar = TestApi.Bar();

        var first = await api.AppendAsync(store, bar, ifNoneMatch: "*", key: key.ToString()).ShouldBeAppendedAsync();
        await api.AppendAsync(store).ShouldBeAppendedAsync();
        var retry = await api.AppendAsync(store, bar, ifNoneMatch: "*", key: key.ToString()).ShouldBeAppendedAsync();

        first.EventId.ShouldBe(key);
        retry.ShouldBe(first);
        (await api.GetAsync(TestApi.BarsPath(store), ApiJson.Default.BarsPage)).Items.Count.ShouldBe(2);
    }
}
