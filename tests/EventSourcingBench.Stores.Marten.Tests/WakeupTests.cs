namespace EventSourcingBench.Stores.Marten.Tests;

public sealed class WakeupTests : MartenTest
{
    [Theory]
    [InlineData("signal")]
    [InlineData("notify")]
    [InlineData("poll")]
    public async Task Events_of_this_and_of_another_process_come_whatever_wakes_the_daemon(string wakeup)
    {
        var reading = await OpenAsync(("marten.wakeup", wakeup));
        var other = await OpenAsync(("marten.wakeup", wakeup));
        await using var running = await reading.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        var taking = TakeAsync(reading, 4);
        foreach (var store in new[] { reading, other, reading, other })
            await store.Events!.AppendAsync(Sample.NewStream(), ExpectedVersion.NoStream, [Sample.Event()], Limit);

        (await taking).Count.ShouldBe(4);
        await WaitForRowsAsync(running, 4);
    }
}
