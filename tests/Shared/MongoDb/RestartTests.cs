namespace EventSourcingBench.Tests;

/// <summary>A server that is killed at work and started again on the same data.</summary>
public sealed class RestartTests : MongoTest
{
    private readonly StreamId _stream = new("s");

    [Fact]
    public async Task Appends_and_a_projection_go_on_and_nothing_is_lost_or_twice()
    {
        await using var own = new TestServer("mongodb");
        var server = await own.AcquireAsync(Limit);
        Assert.SkipUnless(server.CanRestart, $"The server ({server.Origin}) is not ours to kill.");
        var store = await OpenAsync(server.ConnectionString);
        var observer = new RecordingObserver();
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), observer, Limit);
        var appended = new List<Guid>();
        for (var i = 0; i < 40; i++)
        {
            if (i == 25)
                await server.KillAndRestartAsync(Limit);

            var data = Sample.Event();
            appended.Add(data.Id);
            await UntilAppendedAsync(store, data);
        }

        await WaitForRowsAsync(running, 40);
        (await running.GetStatusAsync(Limit)).Rows.ShouldBe(40);
        (await running.ReadModel.ReadAllAsync(Limit).ToListAsync(Limit)).Select(r => r.EventId).Order().ShouldBe(appended.Order());
        (await running.ReadModel.FindSummaryAsync("A", Limit)).ShouldBe(new ReadModelSummary("A", 40, 40));
        var stored = await store.Events!.ReadStreamAsync(_stream, cancellationToken: Limit).ToListAsync(Limit);
        stored.ShouldBeContiguous();
        stored.Select(e => e.Id).ShouldBe(appended);
        running.Completion.IsCompleted.ShouldBeFalse();
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
