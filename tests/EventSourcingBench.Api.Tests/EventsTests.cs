namespace EventSourcingBench.Api.Tests;

public sealed class EventsTests
{
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
}
