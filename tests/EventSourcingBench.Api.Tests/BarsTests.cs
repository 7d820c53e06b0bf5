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
    }

    [Fact]
    public async Task A_full_last_page_and_that_of_a_currency_without_bars_have_no_next()
    {
        await using var api = await TestApi.StartAsync("memory");
        await api.AppendAsync("memory").ShouldBeAppendedAsync();

        var full = await api.GetAsync(TestApi.BarsPath("memory") + "?count=1", ApiJson.Default.BarsPage);
        var empty = await api.GetAsync(TestApi.BarsPath("memory", "GBPUSD"), ApiJson.Default.BarsPage);

        (full.Items.Count, full.Next).ShouldBe((1, null));
        (empty.Items.Count, empty.Next).ShouldBe((0, null));
    }
}
