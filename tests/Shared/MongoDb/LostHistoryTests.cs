namespace EventSourcingBench.Tests;

/// <summary>The oplog no longer has what follows a resume token.</summary>
public sealed class LostHistoryTests : WireTest
{
    private readonly StreamId _stream = new("s");
    private readonly RecordingObserver _observer = new();

    [Fact]
    public async Task A_projection_is_rebuilt_and_nothing_is_skipped()
    {
        var store = await OpenAsync();
        await using (var first = await store.Projections!.StartAsync(new CountedProjection(), _observer, Limit))
        {
            // One by one and live, so that the checkpoint has a token.
            for (var i = 1; i <= 3; i++)
            {
                await AppendAsync(store, 1);
                await WaitForRowsAsync(first, i);
            }

            (await first.GetStatusAsync(Limit)).Checkpoint.Value.ShouldNotBeNull().ShouldContain('@');
        }

        await AppendAsync(store, 4);
        Server.Engine.TrimOplog();
        var told = _observer.Rows.Count;
        await using var second = await store.Projections!.StartAsync(new CountedProjection(), _observer, Limit);
        await WaitForRowsAsync(second, 7);
        await AppendAsync(store, 1);
        await WaitForRowsAsync(second, 8);

        var expected = (await ReadAsync(store, _stream)).Select(e => e.Id).ToList();
        (await second.ReadModel.ReadAllAsync(Limit).ToListAsync(Limit)).Select(r => r.EventId).Order().ShouldBe(expected.Order());
        while (_observer.Rows.Count < told + 8)
        {
            await Task.Delay(5, Limit);
        }

        // From the first event on: rebuilt, not gone on with.
        _observer.Rows.Skip(told).Select(r => r.Row.EventId).ShouldBe(expected);
    }

    [Fact]
    public async Task A_projection_at_work_is_rebuilt_too()
    {
        var store = await OpenAsync();
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), _observer, Limit);
        await AppendAsync(store, 1);
        await WaitForRowsAsync(running, 1);
        await AppendAsync(store, 1);
        await WaitForRowsAsync(running, 2);

        Server.Engine.TrimOplog();
        await AppendAsync(store, 3);
        await WaitForRowsAsync(running, 5);
        (await running.ReadModel.FindSummaryAsync("A", Limit)).ShouldNotBeNull().Count.ShouldBe(5);
    }

    [Fact]
    public async Task A_subscription_reads_the_collection_instead()
    {
        var store = await OpenAsync();
        var checkpoint = Checkpoint.Start;
        await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start, Limit))
        {
            checkpoint = batch.Checkpoint;
            if (batch.Events.Count > 0)
            {
                break;
            }

            await AppendAsync(store, 1);
        }

        checkpoint.Value.ShouldNotBeNull().ShouldContain('@');
        await AppendAsync(store, 2);
        Server.Engine.TrimOplog();
        await AppendAsync(store, 1);
        var rest = new List<RecordedEvent>();
        await foreach (var batch in store.Subscription!.SubscribeAsync(checkpoint, Limit))
        {
            rest.AddRange(batch.Events);
            if (rest.Count >= 3)
            {
                break;
            }
        }

        rest.ShouldBeContiguous(first: 2);
    }

    private Task<AppendResult> AppendAsync(IStore store, int count) =>
        store.Events!.AppendAsync(_stream, ExpectedVersion.Any, Sample.Events(count), Limit).AsTask();
}
