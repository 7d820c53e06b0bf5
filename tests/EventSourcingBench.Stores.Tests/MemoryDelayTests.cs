namespace EventSourcingBench.Stores.Tests;

public sealed class MemoryDelayTests
{
    private static readonly StoreDefinition Definition = new MemoryStorePlugin().Stores.Single(s => s.Name == "memory");

    [Fact]
    public async Task No_append_is_faster_than_the_delay_that_is_described()
    {
        await using var store = await OpenAsync("1.5ms");
        (await store.DescribeAsync()).Settings.ShouldBe(
            [new EffectiveSetting("memory.delay", "1.5ms", FromServer: false), new("memory.deliveryDelay", "0ms", FromServer: false)]);
        for (var i = 0; i < 20; i++)
            (await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => AppendAsync()))).ShouldAllBe(d => d >= TimeSpan.FromMilliseconds(1.5));

        async Task<TimeSpan> AppendAsync()
        {
            var start = Stopwatch.GetTimestamp();
            await store.Events!.AppendAsync(new StreamId("one"), ExpectedVersion.Any, [Sample.Event()]);
            return Stopwatch.GetElapsedTime(start);
        }
    }

    [Fact]
    public void A_delivery_whose_delay_has_passed_does_not_wait_behind_others()
    {
        using var delay = new PreciseDelay(TimeSpan.FromSeconds(60));
        _ = delay.WaitAsync(Cancel);
        delay.WaitAsync(Cancel, passed: TimeSpan.FromSeconds(60)).IsCompletedSuccessfully.ShouldBeTrue();
        delay.WaitAsync(Cancel, passed: TimeSpan.FromSeconds(59)).IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public async Task Closing_ends_those_who_wait_long()
    {
        var store = await OpenAsync("60s");
        var waiting = store.Events!.AppendAsync(new StreamId("one"), ExpectedVersion.Any, [Sample.Event()]).AsTask();
        await store.DisposeAsync();
        await Should.ThrowAsync<StoreUnavailableException>(() => waiting.WaitAsync(TimeSpan.FromSeconds(30)));
    }

    internal static Task<IStore> OpenAsync(string delay) => Definition.OpenAsync(
        Definition.NewContext(Path.GetTempPath(), options: ("memory.delay", delay)), CancellationToken.None);
}
