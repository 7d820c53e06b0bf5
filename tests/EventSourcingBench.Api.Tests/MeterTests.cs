using System.Diagnostics.Metrics;

namespace EventSourcingBench.Api.Tests;

public sealed class MeterTests(SharedApi shared) : IClassFixture<SharedApi>
{
    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task An_answer_says_where_its_time_went_when_asked_to(string store)
    {
        (await shared.Api.AppendAsync(store)).Headers.Contains(ServerTiming.Header).ShouldBeFalse();
        await using var api = await TestApi.StartAsync(store, serverTiming: true);
        var value = (await api.AppendAsync(store)).Headers.GetValues(ServerTiming.Header).ShouldHaveSingleItem();
        value.ShouldMatch(@"^(\w+;dur=\d+\.\d{3}(, |$)){5}$");
        var parts = ServerTiming.Parse(value).ShouldNotBeNull();
        ServerTiming.Format(parts).ShouldBe(value);
        parts[(int)RequestPart.Store].ShouldBeGreaterThan(0);
        (await api.GetAsync<StoreWork>($"/stores/{store}/work")).Pauses.ShouldNotBeNull();
    }

    [Theory]
    [InlineData("route;dur=0.012, wait;dur=0.001, adapter;dur=1.000, store;dur=22.500, answer;dur=0.007", true)]
    [InlineData("db;dur=53, app;dur=47.2")]
    [InlineData("route;dur=0.0x2, wait;dur=0.001, adapter;dur=1.000, store;dur=22.500, answer;dur=0.007")]
    [InlineData("route;dur=-0.012, wait;dur=0.001, adapter;dur=1.000, store;dur=22.500, answer;dur=0.007")]
    [InlineData("route;dur=0.012, wait;dur=0.001, adapter;dur=1.000, store;dur=2147484.000, answer;dur=0.007")]
    [InlineData("route;dur=0.012, wait;dur=0.001, adapter;dur=1.000, store;dur=22.500, answer;dur=0.007, db;dur=1.000")]
    public void Only_what_the_API_writes_is_read(string value, bool isRead = false)
    {
        int[]? parts = isRead ? [12, 1, 1_000, 22_500, 7] : null;
        ServerTiming.Parse(value).ShouldBe(parts);
    }

    [Fact]
    public async Task Appends_and_delays_are_measured_in_seconds_while_somebody_listens()
    {
        var api = await shared.EmptyAsync("memory");
        // Other tests append too: what is looked for is marked by a delay and by outcomes that they do not have.
        var delay = TimeSpan.FromHours(100);
        var seen = new ConcurrentBag<(string Instrument, string? Unit, double Value, string Tags)>();
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, own) =>
            {
                if (instrument.Meter.Name == "EventSourcingBench.Api")
                    own.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) =>
            seen.Add((instrument.Name, instrument.Unit, value, string.Join(' ', tags.ToArray().Select(t => $"{t.Key}={t.Value}")))));
        listener.Start();

        await api.StartProjectionAsync("memory");
        await api.PutAsync("/stores/memory/projections/currency_bars/delays", new MeasureDelays(DateTimeOffset.UnixEpoch))
            .ShouldBeEmptyAsync();
        await api.AppendAsync("memory", TestApi.Bar(apiCallTime: DateTimeOffset.UtcNow - delay)).ShouldBeAppendedAsync();
        await api.AppendAsync("memory", headers: "If-None-Match: *").ShouldBeWrongVersionAsync();
        await api.CaughtUpAsync("memory", rows: 1);

        seen.ShouldContain(m => m.Instrument == "eventsourcingbench.append.duration" && m.Unit == "s" && m.Value < 60
            && m.Tags == "store=memory outcome=success");
        seen.ShouldContain(m => m.Instrument == "eventsourcingbench.append.duration" && m.Tags == "store=memory outcome=conflict");
        seen.ShouldContain(m => m.Instrument == "eventsourcingbench.projection.delay" && m.Unit == "s"
            && m.Value >= delay.TotalSeconds && m.Tags == "store=memory");
    }
}
