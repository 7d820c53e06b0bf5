namespace EventSourcingBench.Conformance;

/// <summary>The catch-up subscription: complete, once, in a stable order, live.</summary>
public abstract class SubscriptionConformance<TStore> : StoreConformance<TStore>
    where TStore : StoreUnderTest, new()
{
    [Fact]
    public async Task An_empty_store_is_caught_up_at_once()
    {
        await using var batches = Subscription.SubscribeAsync(Checkpoint.Start, Limit).GetAsyncEnumerator(Limit);
        (await batches.MoveNextAsync()).ShouldBeTrue();
        batches.Current.CaughtUp.ShouldBeTrue();
        batches.Current.Events.ShouldBeEmpty();
    }

    [Fact]
    public async Task It_delivers_every_event_from_the_start()
    {
        var appended = await AppendSomeAsync(streams: 7, appends: 40, batch: 3);
        var delivered = Flat(await CollectAsync(Checkpoint.Start, appended.Count));
        ShouldBeComplete(delivered, appended);
    }

    [Fact]
    public async Task After_every_checkpoint_it_delivers_exactly_the_rest_which_is_behind_the_position_that_a_checkpoint_may_be()
    {
        var appended = await AppendSomeAsync(streams: 5, appends: 20, batch: 2);
        var batches = new List<EventBatch>(await CollectAsync(Checkpoint.Start, appended.Count));

        // Events that come while a subscriber waits come in small batches: more checkpoints to go on from.
        for (var i = 0; i < 5; i++)
        {
            await AppendSomeAsync(streams: 1, appends: 2, batch: 2);
            batches.AddRange(await CollectAsync(batches[^1].Checkpoint, 4));
        }

        var all = Flat(batches);
        var behind = 0;
        foreach (var batch in batches)
        {
            behind += batch.Events.Count;
            var rest = Flat(await CollectAsync(batch.Checkpoint, all.Count - behind));
            rest.Select(e => e.Id).ShouldBe(all.Skip(behind).Select(e => e.Id));
            if (Store.Capabilities.HasFlag(StoreCapabilities.PositionCheckpoints))
            {
                var position = batch.Checkpoint.ReadPosition();
                all[..behind].ShouldAllBe(e => e.Position <= position);
                all[behind..].ShouldAllBe(e => e.Position > position);
            }
        }
    }

    [Fact]
    public async Task New_events_wake_it()
    {
        var all = Subscription.SubscribeAsync(Checkpoint.Start, Limit).SelectMany(b => b.Events);
        await using var delivered = all.GetAsyncEnumerator(Limit);
        for (var i = 0; i < 20; i++)
        {
            var events = Sample.Events(2);
            var next = delivered.MoveNextAsync().AsTask();
            await AppendAsync(Sample.NewStream(), ExpectedVersion.NoStream, events);
            (await next.WaitAsync(Limit)).ShouldBeTrue();
            delivered.Current.Id.ShouldBe(events[0].Id);
            (await delivered.MoveNextAsync().AsTask().WaitAsync(Limit)).ShouldBeTrue();
            delivered.Current.Id.ShouldBe(events[1].Id);
        }
    }

    [Fact]
    public async Task Its_events_are_those_of_the_streams()
    {
        var stream = Sample.NewStream();
        var event1 = Sample.Event() with { Metadata = "{\"who\":\"me\"}"u8.ToArray() };
        await AppendAsync(stream, ExpectedVersion.NoStream, event1);
        var delivered = Flat(await CollectAsync(Checkpoint.Start, 1)).ShouldHaveSingleItem();
        var read = (await ReadAsync(stream)).ShouldHaveSingleItem();

        delivered.ShouldBeSame(event1);
        (delivered.Stream, delivered.Version, delivered.Position, delivered.RecordedAt)
            .ShouldBe((stream, 1, read.Position, read.RecordedAt));
    }

    [Fact]
    public async Task Nothing_is_skipped_while_many_write()
    {
        const int Writers = 8;
        const int Appends = 60;
        var shared = Enumerable.Range(0, 3).Select(_ => Sample.NewStream("shared")).ToArray();
        var live = CollectAsync(Checkpoint.Start, Writers * Appends * 2);
        var second = CollectAsync(Checkpoint.Start, Writers * Appends * 2);
        var written = await AtOnceAsync(Writers, async writer =>
        {
            var own = Sample.NewStream("own");
            var ids = new List<Guid>();
            for (var i = 0; i < Appends; i++)
            {
                var events = Sample.Events((i % 3) + 1);
                await AppendAsync(i % 2 == 0 ? own : shared[(writer + i) % shared.Length], ExpectedVersion.Any, events);
                ids.AddRange(events.Select(e => e.Id));
            }

            return ids;
        });

        var expected = written.SelectMany(ids => ids).ToList();
        var one = Flat(await live);
        ShouldBeComplete(one, expected);
        Flat(await second).Select(e => e.Id).ShouldBe(one.Select(e => e.Id), "two live subscriptions saw different orders");
        Flat(await CollectAsync(Checkpoint.Start, expected.Count)).Select(e => e.Id).ShouldBe(
            one.Select(e => e.Id), "a later subscription saw another order than a live one");
    }

    [Fact]
    public async Task An_event_whose_transaction_commits_late_is_not_skipped()
    {
        await AppendSomeAsync(streams: 2, appends: 4, batch: 1);
        var late = Sample.Events(2);
        await using var open = await OpenAppends.BeginAsync(Sample.NewStream("late"), late, Limit);

        // The subscription gets the chance to run past the open transaction, to a checkpoint that it would resume from.
        var after = await AppendSomeAsync(streams: 2, appends: 6, batch: 2);
        var live = CollectAsync(Checkpoint.Start, 4 + after.Count + late.Length);
        using var soon = CancellationTokenSource.CreateLinkedTokenSource(Limit);
        soon.CancelAfter(TimeSpan.FromMilliseconds(500));
        var batches = await CollectAsync(Checkpoint.Start, int.MaxValue, soon.Token);
        var (seen, checkpoint) = (Flat(batches), batches.Count > 0 ? batches[^1].Checkpoint : Checkpoint.Start);
        seen.ShouldNotContain(e => late.Any(l => l.Id == e.Id), "an event was delivered that is not committed");

        await open.CommitAsync(Limit);
        var all = Flat(await live);
        all.Count.ShouldBe(4 + after.Count + late.Length);
        late.ShouldAllBe(l => all.Count(e => e.Id == l.Id) == 1);
        var resumed = seen.Concat(Flat(await CollectAsync(checkpoint, all.Count - seen.Count))).Select(e => e.Id);
        resumed.ShouldBe(all.Select(e => e.Id), "a subscription that was resumed saw something else than one that was not");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_selection_has_the_events_of_its_streams_only(bool isCategory)
    {
        var only = Subscription.Only(new StreamSelection(isCategory ? "a.b" : "a.b-1", isCategory));
        Assert.SkipWhen(only is null, "A subscriber to all events selects them.");
        StreamId[] streams = [new("a.b-1"), new("a.b-12"), new("a.b"), new("axb-1"), new("c.a.b-1")];
        var selected = isCategory ? streams[..2] : streams[..1];
        var live = only!.SubscribeAsync(Checkpoint.Start, Limit).SelectMany(b => b.Events).Take(2 * selected.Length).ToListAsync(Limit);
        foreach (var stream in streams.Concat(streams))
            await AppendAsync(stream, ExpectedVersion.Any, Sample.Event());

        (await live).Select(e => (e.Stream, e.Version)).ShouldBe([.. selected.Select(s => (s, 1L)), .. selected.Select(s => (s, 2L))]);
    }

    [Fact]
    public async Task Cancelling_ends_it()
    {
        using var cancel = new CancellationTokenSource();
        var caughtUp = new TaskCompletionSource();
        var subscription = Subscription;
        var reading = Task.Run(async () =>
        {
            await foreach (var _ in subscription.SubscribeAsync(Checkpoint.Start, cancel.Token).Where(b => b.CaughtUp))
                caughtUp.TrySetResult();
        }, Limit);
        await caughtUp.Task.WaitAsync(Limit);
        await cancel.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => reading.WaitAsync(Limit));
    }

    [Fact]
    public async Task A_foreign_checkpoint_is_a_format_error()
    {
        var subscription = Subscription;
        foreach (var checkpoint in new[] { "not a checkpoint", "-5", "12x" })
        {
            await Should.ThrowAsync<FormatException>(
                async () => await subscription.SubscribeAsync(new Checkpoint(checkpoint), Limit).AnyAsync(Limit), checkpoint);
        }
    }

    private async Task<List<Guid>> AppendSomeAsync(int streams, int appends, int batch)
    {
        var names = Enumerable.Range(0, streams).Select(_ => Sample.NewStream()).ToArray();
        var ids = new List<Guid>();
        for (var i = 0; i < appends; i++)
        {
            var events = Sample.Events(batch);
            await AppendAsync(names[i % streams], ExpectedVersion.Any, events);
            ids.AddRange(events.Select(e => e.Id));
        }

        return ids;
    }

    // With an end: what comes until then.
    private async Task<List<EventBatch>> CollectAsync(Checkpoint after, int count, CancellationToken? end = null)
    {
        var batches = new List<EventBatch>();
        try
        {
            await foreach (var batch in Subscription.SubscribeAsync(after, end ?? Limit))
            {
                batches.Add(batch);
                if (batch.CaughtUp && batches.Sum(b => b.Events.Count) >= count)
                    return batches;
            }
        }
        catch (OperationCanceledException e)
        {
            return end is not null && !Limit.IsCancellationRequested ? batches
                : throw new TimeoutException($"{batches.Sum(b => b.Events.Count)} of {count} events came in {Under.Patience}.", e);
        }

        throw new InvalidOperationException("The subscription ended by itself.");
    }

    private static List<RecordedEvent> Flat(IEnumerable<EventBatch> batches) => [.. batches.SelectMany(b => b.Events)];

    private static void ShouldBeComplete(List<RecordedEvent> delivered, List<Guid> appended)
    {
        delivered.Select(e => e.Id).Order().ShouldBe(appended.Order(), "not every event came, or one came that was never appended");
        foreach (var stream in delivered.GroupBy(e => e.Stream))
            stream.ToList().ShouldBeContiguous();
    }
}
