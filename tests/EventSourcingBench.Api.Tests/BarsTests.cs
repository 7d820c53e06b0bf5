namespace EventSourcingBench.Api.Tests;

public sealed class BarsTests(SharedApi shared) : IClassFixture<SharedApi>
{
    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task An_appended_bar_can_be_read_at_its_location(string store)
    {
        var api = await shared.EmptyAsync(store);
        await api.AppendAsync(store).ShouldBeAppendedAsync();
        var bar = TestApi.Bar(tickVolume: 42, apiCallTime: new DateTimeOffset(2026, 11, 21, 8, 0, 0, TimeSpan.Zero).AddTicks(1234567));

        using var response = await api.AppendAsync(store, bar);

        var appended = await response.ShouldBeAsync<AppendedBar>(HttpStatusCode.Created);
        appended.Version.ShouldBe(2);
        appended.Position.ShouldNotBeNull();
        response.Headers.ETag.ShouldNotBeNull().Tag.ShouldBe("\"2\"");
        var page = await api.GetAsync<BarsPage>(response.Headers.Location.ShouldNotBeNull().ToString());
        var stored = page.Items.ShouldHaveSingleItem();
        stored.ShouldBe(new StoredBar(2, appended.EventId, appended.Position, Currency.Decide(new CurrencySymbol("EURUSD"), bar)));
        page.Next.ShouldBeNull();
    }

    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task Each_page_goes_on_after_the_checkpoint_of_the_last(string store)
    {
        var api = await shared.EmptyAsync(store);
        List<Guid> appended = [];
        foreach (var symbol in new[] { "EURUSD", "GBPUSD", "EURUSD" })
            appended.Add((await api.AppendAsync(store, symbol: symbol).ShouldBeAppendedAsync()).EventId);

        var first = await api.GetAsync<EventsPage>($"/stores/{store}/events");
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
            api.GetAsync<EventsPage>($"/stores/{store}/events?after={Uri.EscapeDataString(page.Checkpoint)}");
    }

    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task A_retry_with_the_same_key_and_an_append_that_expects_another_version_append_nothing(string store)
    {
        var api = await shared.EmptyAsync(store);
        var key = Guid.CreateVersion7();
        var bar = TestApi.Bar();

        var first = await api.AppendAsync(store, bar, headers: $"If-None-Match: *; Idempotency-Key: {key}").ShouldBeAppendedAsync();
        await api.AppendAsync(store, headers: "If-Match: \"1\"").ShouldBeAppendedAsync();
        var retry = await api.AppendAsync(store, bar, headers: $"If-None-Match: *; Idempotency-Key: {key}").ShouldBeAppendedAsync();
        var lost = await api.AppendAsync(store, headers: "If-Match: \"1\"").ShouldBeWrongVersionAsync();
        var begun = await api.AppendAsync(store, headers: "If-None-Match: *").ShouldBeWrongVersionAsync();
        var elsewhere = await api.AppendAsync(store, bar, "USDJPY", $"Idempotency-Key: {key}")
            .ShouldBeProblemAsync(HttpStatusCode.BadRequest, "validation");

        first.EventId.ShouldBe(key);
        retry.ShouldBe(first);
        (lost.Expected, lost.Actual, begun.Expected, begun.Actual).ShouldBe((1, 2, 0, 2));
        elsewhere.Detail.ShouldNotBeNull().ShouldContain("Idempotency-Key must not be that of another append: ");
        elsewhere.Detail.ShouldNotContain("(Parameter");
        (await api.GetAsync<BarsPage>(TestApi.BarsPath(store))).Items.Count.ShouldBe(2);
    }
}
