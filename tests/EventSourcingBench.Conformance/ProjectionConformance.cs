namespace EventSourcingBench.Conformance;

/// <summary>Projections: one row an event, through restarts and rebuilds.</summary>
public abstract class ProjectionConformance<TStore> : StoreConformance<TStore>
    where TStore : StoreUnderTest, new()
{
    private readonly CountedProjection _projection = new();
    private readonly RecordingObserver _observer = new();

    [Fact]
    public async Task It_saves_one_row_an_event_as_it_was_projected_and_keeps_totals()
    {
        var stream = Sample.NewStream();
        await AppendAsync(stream, ExpectedVersion.Any, Sample.Events(10, "old"));
        await using var running = await Projections.StartAsync(_projection, _observer, Limit);
        var live = Sample.Events(5, "new");
        await AppendAsync(stream, ExpectedVersion.Any, live);
        await AppendAsync(stream, ExpectedVersion.Any, new EventData(Guid.CreateVersion7(), "Other", "{}"u8.ToArray()));
        var unusual = Sample.Event("Größe ✓", long.MaxValue / 4);
        await AppendAsync(stream, ExpectedVersion.Any, unusual);
        await running.HasRowsAsync(16, Limit);

        (await running.ReadModel.FindSummaryAsync("old", Limit)).ShouldBe(new ReadModelSummary("old", 10, 55));
        (await running.ReadModel.FindSummaryAsync("new", Limit)).ShouldBe(new ReadModelSummary("new", 5, 15));
        (await running.ReadModel.FindSummaryAsync("none", Limit)).ShouldBeNull();
        (await running.ReadModel.FindAsync(Guid.NewGuid(), Limit)).ShouldBeNull();
        await ReadModelShouldBeAsync(running, stream);
        var expected = _projection.Project((await ReadAsync(stream)).Last())!;
        var row = (await running.ReadModel.FindAsync(unusual.Id, Limit)).ShouldNotBeNull();
        (row.EventId, row.Group, row.Amount).ShouldBe((expected.EventId, expected.Group, expected.Amount));
        (row.ApiCallTime - expected.ApiCallTime).Duration().ShouldBeLessThan(TimeSpan.FromMicroseconds(1));
        row.ApiCallTime.Offset.ShouldBe(TimeSpan.Zero);
        Sample.ShouldBeSameJson(row.Document, expected.Document, keepsBytes: false);
    }

    // Whether the store appends a repeated event again or not.
    [Fact]
    public async Task A_repeated_event_has_one_row_and_what_follows_is_saved()
    {
        var (stream, events) = (Sample.NewStream(), Sample.Events(2, "repeated"));
        await using var running = await Projections.StartAsync(_projection, _observer, Limit);
        foreach (var data in new[] { events[0], events[0], events[1] })
            await AppendAsync(stream, ExpectedVersion.Any, data);

        // Such a store has the first event twice then.
        if (!Under.FindsEveryEventId)
            await AppendAsync(Sample.NewStream(), ExpectedVersion.Any, events[0]);

        await running.HasRowsAsync(2, Limit);
        (await running.ReadModel.FindSummaryAsync("repeated", Limit)).ShouldBe(new ReadModelSummary("repeated", 2, 3));
    }

    [Fact]
    public async Task The_observer_sees_each_saved_row_once_and_after_its_call()
    {
        var found = new ConcurrentQueue<Task<ReadModelRow?>>();
        var model = new TaskCompletionSource<IReadModel>();
        var observer = new RecordingObserver(row => found.Enqueue(
            Task.Run(async () => await (await model.Task).FindAsync(row.EventId, Limit), Limit)));
        var stream = Sample.NewStream();
        await using var running = await Projections.StartAsync(_projection, observer, Limit);
        model.SetResult(running.ReadModel);
        for (var i = 0; i < 20; i++)
            await AppendAsync(stream, ExpectedVersion.Any, Sample.Events(3));

        await WaitForAsync(() => observer.Rows.Count >= 60 && found.Count >= 60);
        (await Task.WhenAll(found)).ShouldAllBe(row => row != null);
        observer.Rows.Select(r => r.Row.EventId).ShouldBe((await ReadAsync(stream)).Select(e => e.Id));
        observer.Rows.ShouldAllBe(r => r.SaveTime >= r.Row.ApiCallTime);
        observer.Rows.Zip(observer.Rows.Skip(1)).ShouldAllBe(p => p.First.SaveTime <= p.Second.SaveTime);
        observer.Rows.ShouldAllBe(r => r.SaveTime.Offset == TimeSpan.Zero);
        observer.WasConcurrent.ShouldBeFalse();
    }

    [Fact]
    public async Task Its_status_tells_how_far_it_is()
    {
        await using var running = await Projections.StartAsync(_projection, _observer, Limit);
        await WaitForAsync(async () => (await running.GetStatusAsync(Limit)).CaughtUp);
        (await running.GetStatusAsync(Limit)).Rows.ShouldBe(0);

        var stream = Sample.NewStream();
        await AppendAsync(stream, ExpectedVersion.Any, Sample.Events(4));
        await running.HasRowsAsync(4, Limit);
        await WaitForAsync(async () => (await running.GetStatusAsync(Limit)).CaughtUp);
        var status = await running.GetStatusAsync(Limit);
        status.Rows.ShouldBe(4);
        status.Checkpoint.IsStart.ShouldBeFalse();
        if (Store.Capabilities.HasFlag(StoreCapabilities.PositionCheckpoints))
            status.Checkpoint.ReadPosition().ShouldBeGreaterThanOrEqualTo((await ReadAsync(stream))[^1].Position!.Value);

        running.Completion.IsCompleted.ShouldBeFalse();

        // The checkpoint is one that the subscription goes on from: with nothing more to deliver.
        await using var rest = Store.Subscription!.SubscribeAsync(status.Checkpoint, Limit).GetAsyncEnumerator(Limit);
        await rest.MoveNextAsync();
        rest.Current.Events.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_restart_of_it_or_of_a_store_that_keeps_its_data_goes_on_where_it_was(bool ofStore)
    {
        if (ofStore)
        {
            SkipUnless(StoreCapabilities.Persistent);
            await ReopenAsync(Context with { KeepData = true });
        }

        var stream = Sample.NewStream();
        await AppendAsync(stream, ExpectedVersion.Any, Sample.Events(6));
        await using (var first = await Projections.StartAsync(_projection, _observer, Limit))
        {
            await first.HasRowsAsync(6, Limit);
            await first.DisposeAsync();
            await first.Completion.WaitAsync(Limit);
        }

        if (ofStore)
            await ReopenAsync(Context with { KeepData = false });

        await AppendAsync(stream, ExpectedVersion.Exactly(6), Sample.Events(4));
        await using var second = await Projections.StartAsync(_projection, _observer, Limit);
        await second.HasRowsAsync(10, Limit);
        await WaitForAsync(() => _observer.Rows.Count >= 10);
        _observer.Rows.Select(r => r.Row.EventId).ShouldBe((await ReadAsync(stream)).Select(e => e.Id));
        await ReadModelShouldBeAsync(second, stream);
    }

    [Fact]
    public async Task Stopping_it_again_and_again_under_load_leaves_one_row_an_event()
    {
        var stream = Sample.NewStream();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Limit);
        var load = AtOnceAsync(3, async _ =>
        {
            for (var i = 1; !stop.IsCancellationRequested; i++)
            {
                await AppendAsync(stream, ExpectedVersion.Any, Sample.Events(2));
                // A store in memory would have a million events before the restarts are over.
                await (i % 10 == 0 ? Task.Delay(1, Limit) : Task.CompletedTask);
            }
        });
        for (var restart = 0; restart < 25; restart++)
        {
            await using var running = await Projections.StartAsync(_projection, _observer, Limit);
            await Task.Delay(restart % 5, Limit);
        }

        await stop.CancelAsync();
        await load;
        await using var last = await Projections.StartAsync(_projection, _observer, Limit);
        var events = await ReadAsync(stream);
        await last.HasRowsAsync(events.Count, Limit);
        await ReadModelShouldBeAsync(last, stream);
    }

    [Fact]
    public async Task A_rebuild_gives_the_same_read_model()
    {
        var stream = Sample.NewStream();
        await AppendAsync(stream, ExpectedVersion.Any, Sample.Events(300));
        await using var running = await Projections.StartAsync(_projection, _observer, Limit);
        await running.HasRowsAsync(300, Limit);
        for (var i = 0; i < 3; i++)
        {
            await AppendAsync(stream, ExpectedVersion.Any, Sample.Events(2));
            var seen = _observer.Rows.Count;
            await running.RebuildAsync(Limit);
            (await running.GetStatusAsync(Limit)).Rows.ShouldBe(302 + (2 * i));
            (_observer.Rows.Count - seen).ShouldBeGreaterThanOrEqualTo(302 + (2 * i));
            await ReadModelShouldBeAsync(running, stream);
        }

        await AppendAsync(stream, ExpectedVersion.Any, Sample.Event());
        await running.HasRowsAsync(307, Limit);
    }

    [Fact]
    public async Task A_rebuild_under_load_loses_nothing()
    {
        var stream = Sample.NewStream();
        await using var running = await Projections.StartAsync(_projection, _observer, Limit);
        var load = Task.Run(async () =>
        {
            for (var i = 0; i < 300; i++)
                await AppendAsync(stream, ExpectedVersion.Any, Sample.Events(2));
        }, Limit);
        for (var i = 0; i < 4; i++)
            await running.RebuildAsync(Limit);

        await load;
        await running.HasRowsAsync(600, Limit);
        await ReadModelShouldBeAsync(running, stream);
    }

    [Fact]
    public async Task A_projection_that_throws_fails_and_says_so()
    {
        var stream = Sample.NewStream();
        var events = Sample.Events(3);
        await AppendAsync(stream, ExpectedVersion.Any, events);
        await using (var running = await Projections.StartAsync(new ThrowingProjection(_projection, events[1].Id), _observer, Limit))
            (await Should.ThrowAsync<InvalidOperationException>(() => running.Completion.WaitAsync(Limit))).Message.ShouldBe("poisoned");

        await using var corrected = await Projections.StartAsync(_projection, _observer, Limit);
        await corrected.HasRowsAsync(3, Limit);
        await ReadModelShouldBeAsync(corrected, stream);
    }

    private async Task ReadModelShouldBeAsync(IRunningProjection running, StreamId stream)
    {
        var expected = (await ReadAsync(stream)).Select(_projection.Project).OfType<ReadModelRow>().ToDictionary(r => r.EventId);
        var rows = await running.ReadModel.ReadAllAsync(Limit).ToListAsync(Limit);
        rows.Select(r => r.EventId).Order().ShouldBe(expected.Keys.Order(), "the read model has other rows than the stream has events");
        foreach (var group in expected.Values.GroupBy(r => r.Group))
        {
            (await running.ReadModel.FindSummaryAsync(group.Key, Limit)).ShouldBe(
                new ReadModelSummary(group.Key, group.LongCount(), group.Sum(r => r.Amount)));
        }
    }

    private Task WaitForAsync(Func<bool> condition) => WaitForAsync(() => Task.FromResult(condition()));

    private async Task WaitForAsync(Func<Task<bool>> condition)
    {
        while (!await condition())
            await Task.Delay(2, Limit);
    }
}
