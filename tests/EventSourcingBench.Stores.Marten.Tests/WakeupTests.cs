namespace EventSourcingBench.Stores.Marten.Tests;

[Nightly]
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
        await running.HasRowsAsync(4, Limit);
    }

    [Fact]
    public async Task A_projection_continues_although_another_daemon_has_set_the_mark_back_to_before_a_gap()
    {
        var store = await OpenAsync(("marten.staleGap", "500ms"));
        await AppendAsync();
        var before = await ScalarAsync($"SELECT nextval('\"{Namespace}\".mt_events_sequence') - 1");
        await AppendAsync();
        await using (var first = await store.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit))
            await first.HasRowsAsync(2, Limit);

        await ExecuteAsync($"UPDATE \"{Namespace}\".mt_event_progression SET last_seq_id = {before} WHERE name = 'HighWaterMark'");
        await using var second = await store.Projections.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        await AppendAsync();
        await Task.WhenAny(second.HasRowsAsync(3, Limit), second.Completion);
        (await second.GetStatusAsync(Limit)).Rows.ShouldBe(3);

        async Task AppendAsync() =>
            await store.Events!.AppendAsync(Sample.NewStream(), ExpectedVersion.NoStream, [Sample.Event()], Limit);
    }
}
