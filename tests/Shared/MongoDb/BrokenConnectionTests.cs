namespace EventSourcingBench.Tests;

public sealed class BrokenConnectionTests : WireTest
{
    private readonly StreamId _stream = new("s");

    [Theory]
    [MemberData(nameof(Writes.All), MemberType = typeof(Writes))]
    public async Task A_connection_that_breaks_once_is_not_noticed(string command)
    {
        var store = await OpenAsync();
        foreach (var fault in new[] { WireFault.BreakBefore, WireFault.BreakAfter })
        {
            Server.Fail(command, fault);
            await store.Events!.AppendAsync(_stream, ExpectedVersion.Any, [Event(), Event()], Limit);
        }

        (await ReadAsync(store, _stream)).ShouldBeContiguous();
        (await ReadAsync(store, _stream)).Count.ShouldBe(4);
    }

    [Fact]
    public async Task When_the_answer_is_lost_for_good_the_outcome_is_unknown_and_a_retry_appends_once()
    {
        var store = await OpenAsync();
        var events = new[] { Event(), Event() };
        Server.Fail(Writes.Commit, WireFault.BreakAfter, WireFault.BreakBefore, WireFault.BreakBefore, WireFault.BreakBefore);
        await Should.ThrowAsync<OutcomeUnknownException>(
            () => store.Events!.AppendAsync(_stream, ExpectedVersion.NoStream, events, Limit).AsTask());

        Server.Fail(Writes.Commit);
        (await store.Events!.AppendAsync(_stream, ExpectedVersion.NoStream, events, Limit)).ShouldBeOfType<Appended>().StreamVersion.ShouldBe(2);
        (await ReadAsync(store, _stream)).Select(e => e.Id).ShouldBe(events.Select(e => e.Id));
    }

    [Fact]
    public async Task A_server_that_went_in_the_middle_is_said_and_served_by_again_when_it_is_back()
    {
        var store = await OpenAsync();
        var first = Event();
        await store.Events!.AppendAsync(_stream, ExpectedVersion.NoStream, [first], Limit);
        await Server.StopAsync();
        var second = Event();
        var thrown = await Should.ThrowAsync<Exception>(() => store.Events!.AppendAsync(_stream, ExpectedVersion.Exactly(1), [second], Limit).AsTask());
        (thrown is StoreUnavailableException or OutcomeUnknownException).ShouldBeTrue(thrown.ToString());
        await Should.ThrowAsync<StoreUnavailableException>(() => ReadAsync(store, _stream));

        Server.Start();
        (await store.Events!.AppendAsync(_stream, ExpectedVersion.Exactly(1), [second], Limit)).ShouldBeOfType<Appended>().StreamVersion.ShouldBe(2);
        (await ReadAsync(store, _stream)).Select(e => e.Id).ShouldBe([first.Id, second.Id]);
    }

    [Fact]
    public async Task A_projection_outlives_broken_connections_and_a_restart_of_the_server()
    {
        var store = await OpenAsync();
        var observer = new RecordingObserver();
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), observer, Limit);
        var appended = new List<Guid>();
        for (var i = 0; i < 40; i++)
        {
            if (i % 10 == 3)
            {
                Server.Break();
            }

            if (i == 25)
            {
                await Server.StopAsync();
                await Task.Delay(100, Limit);
                Server.Start();
            }

            var data = Sample.Event();
            appended.Add(data.Id);
            await UntilAppendedAsync(store, data);
        }

        await WaitForRowsAsync(running, 40);
        (await running.GetStatusAsync(Limit)).Rows.ShouldBe(40);
        (await running.ReadModel.ReadAllAsync(Limit).ToListAsync(Limit)).Select(r => r.EventId).Order().ShouldBe(appended.Order());
        (await running.ReadModel.FindSummaryAsync("A", Limit)).ShouldBe(new ReadModelSummary("A", 40, 40));
        running.Completion.IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public async Task A_subscription_says_that_the_server_went_and_goes_on_from_its_last_checkpoint()
    {
        var store = await OpenAsync();
        await store.Events!.AppendAsync(_stream, ExpectedVersion.Any, [Event()], Limit);
        var seen = new List<RecordedEvent>();
        var last = Checkpoint.Start;
        await Should.ThrowAsync<StoreUnavailableException>(async () =>
        {
            await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start, Limit))
            {
                seen.AddRange(batch.Events);
                last = batch.Checkpoint;
                await Server.StopAsync();
            }
        });

        Server.Start();
        await UntilAppendedAsync(store, Event());
        await foreach (var batch in store.Subscription!.SubscribeAsync(last, Limit))
        {
            seen.AddRange(batch.Events);
            if (seen.Count >= 2)
            {
                break;
            }
        }

        seen.ShouldBeContiguous();
    }

    [Fact]
    public async Task A_save_whose_answer_is_lost_is_repeated_without_harm()
    {
        var store = await OpenAsync();
        var events = Sample.Events(5);
        await store.Events!.AppendAsync(_stream, ExpectedVersion.Any, events, Limit);
        Server.Fail("commitTransaction", WireFault.BreakAfter, WireFault.BreakBefore, WireFault.BreakBefore, WireFault.BreakBefore);
        var observer = new RecordingObserver();
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), observer, Limit);
        await WaitForRowsAsync(running, 5);
        while (observer.Rows.Count < 5)
        {
            await Task.Delay(5, Limit);
        }

        (await running.ReadModel.ReadAllAsync(Limit).ToListAsync(Limit)).Count.ShouldBe(5);
        (await running.ReadModel.FindSummaryAsync("A", Limit)).ShouldBe(new ReadModelSummary("A", 5, 15));
        observer.Rows.Select(r => r.Row.EventId).ShouldBe(events.Select(e => e.Id));
    }

    private async Task UntilAppendedAsync(IStore store, EventData data)
    {
        while (true)
        {
            try
            {
                await store.Events!.AppendAsync(_stream, ExpectedVersion.Any, [data], Limit);
                return;
            }
            catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
            {
                await Task.Delay(20, Limit);
            }
        }
    }
}
