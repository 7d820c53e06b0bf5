namespace EventSourcingBench.Conformance;

/// <summary>Opening, describing, closing; what outlives a store and what does not.</summary>
public abstract class LifetimeConformance<TStore> : StoreConformance<TStore>
    where TStore : StoreUnderTest, new()
{
    [Fact]
    public Task It_describes_itself() => DescriptionShouldBeCompleteAsync();

    [Fact]
    public async Task Its_counters_grow_with_its_work_and_its_plans_show_its_statements()
    {
        Assert.SkipWhen(Store.Inspector is null, "The store has neither counters nor plans.");
        var before = await Store.Inspector.ReadWorkAsync(Limit);
        var events = Sample.Events(20);
        foreach (var data in events)
            await AppendAsync(Sample.NewStream(), ExpectedVersion.NoStream, data);

        var after = await Store.Inspector.ReadWorkAsync(Limit);
        ((after.WrittenBytes - before.WrittenBytes) ?? long.MaxValue).ShouldBeGreaterThan(events.Sum(e => (long)e.Data.Length));
        ((after.Commits - before.Commits) ?? long.MaxValue).ShouldBeGreaterThanOrEqualTo(events.Length);
        ((after.Requests - before.Requests) ?? long.MaxValue).ShouldBeGreaterThanOrEqualTo(events.Length);
        if (await Store.Inspector.ExplainAsync(Limit) is { } plans)
            plans.ShouldMatch("(?i)(index|search|insert).*events");
    }

    [Fact]
    public async Task At_rest_it_has_what_it_had_and_takes_more()
    {
        Assert.SkipWhen(Store.Inspector is null, "The store does not come to rest by itself.");
        var (stream, events) = (Sample.NewStream(), Sample.Events(400));
        await AppendAsync(stream, ExpectedVersion.NoStream, events);

        // A second time there is nothing left to do, which is no failure.
        (await Store.Inspector.RestAsync(Limit)).ShouldBe(await Store.Inspector.RestAsync(Limit));
        (await ReadAsync(stream)).ShouldBeSame(events);
        await AppendAsync(Sample.NewStream(), ExpectedVersion.NoStream, Sample.Events(1));
    }

    [Fact]
    public async Task What_an_opening_owns_is_gone_when_it_is_closed_also_where_it_was_there_before()
    {
        SkipUnless(StoreCapabilities.Persistent);
        Assert.SkipWhen(Context.ConnectionString is null, "The data is in a folder, which the host removes.");
        await ReopenAsync(Context with { KeepData = true });
        var stream = Sample.NewStream();
        await AppendAsync(stream, ExpectedVersion.NoStream, Sample.Events(2));

        await ReopenAsync(Context with { KeepData = false, OwnsData = true });
        (await ReadAsync(stream)).Count.ShouldBe(2);

        await ReopenAsync(Context with { KeepData = false });
        (await ReadAsync(stream)).ShouldBeEmpty();
    }

    [Fact]
    public async Task What_is_kept_is_there_when_it_is_opened_again()
    {
        SkipUnless(StoreCapabilities.Persistent);
        await ReopenAsync(Context with { KeepData = true });
        var stream = Sample.NewStream();
        var events = Sample.Events(20);
        var appended = await AppendAsync(stream, ExpectedVersion.NoStream, events);
        var checkpoint = Store.Subscription is null ? default(Checkpoint?) : (await Subscription.SubscribeAsync(Checkpoint.Start, Limit)
            .FirstAsync(b => b.CaughtUp && !b.Checkpoint.IsStart, Limit)).Checkpoint;

        await ReopenAsync(Context with { KeepData = false });
        (await ReadAsync(stream)).ShouldBeSame(events);
        (await LoseAsync(stream, ExpectedVersion.NoStream, Sample.Event())).ActualVersion.ShouldBe(20);
        var next = await AppendAsync(stream, ExpectedVersion.Exactly(20), Sample.Event());
        if (Store.Capabilities.HasFlag(StoreCapabilities.GlobalPosition))
            next.Position.ShouldNotBeNull().ShouldBeGreaterThan(appended.Position!.Value);

        if (checkpoint is { } kept)
        {
            var rest = await Subscription.SubscribeAsync(kept, Limit).FirstAsync(b => b.Events.Count > 0, Limit);
            rest.Events.ShouldHaveSingleItem().Version.ShouldBe(21);
        }
    }

    [Fact]
    public async Task What_is_not_kept_is_gone()
    {
        var stream = Sample.NewStream();
        await AppendAsync(stream, ExpectedVersion.NoStream, Sample.Event());
        await ReopenAsync(Context);
        (await ReadAsync(stream)).ShouldBeEmpty();
        (await AppendAsync(stream, ExpectedVersion.NoStream, Sample.Event())).StreamVersion.ShouldBe(1);
    }

    [Fact]
    public async Task A_store_of_another_namespace_is_empty()
    {
        var stream = Sample.NewStream();
        await AppendAsync(stream, ExpectedVersion.NoStream, Sample.Event());
        await using var other = await OpenOtherAsync();
        (await other.Events!.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit)).ShouldBeEmpty();
        await other.Events!.AppendAsync(stream, ExpectedVersion.NoStream, Sample.Events(2), Limit);
        (await ReadAsync(stream)).ShouldHaveSingleItem();
    }

    [Fact]
    public async Task Closing_ends_those_who_wait_with_an_answer_of_the_contract()
    {
        await using var store = await OpenOtherAsync();
        Assert.SkipWhen(store.Events is null, $"{Under.Definition.Name} has no streams.");
        var started = new TaskCompletionSource();
        var appenders = Enumerable.Range(0, 32).Select(_ => Task.Run(async () =>
        {
            while (true)
            {
                await store.Events.AppendAsync(Sample.NewStream(), ExpectedVersion.Any, [Sample.Event()], Limit);
                started.TrySetResult();
            }
        }, Limit)).ToList();
        var waiting = store.Subscription is null ? null : Task.Run(async () =>
        {
            await foreach (var batch in store.Subscription.SubscribeAsync(Checkpoint.Start, Limit))
                batch.ShouldNotBeNull();
        }, Limit);
        await started.Task.WaitAsync(Limit);
        await store.DisposeAsync();
        await store.DisposeAsync();
        await ShouldFailByTheContractAsync(waiting is null ? appenders : [.. appenders, waiting]);
    }

    [Fact]
    public async Task Closing_ends_a_running_projection()
    {
        await using var store = await OpenOtherAsync();
        Assert.SkipWhen(store.Projections is null, $"{Under.Definition.Name} has no projections.");
        var running = await store.Projections.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        await store.DisposeAsync();
        await running.Completion.ContinueWith(_ => { }, Limit, TaskContinuationOptions.None, TaskScheduler.Default);
        await running.DisposeAsync();
    }

    [Fact]
    public async Task Opening_with_a_cancelled_token_opens_nothing() =>
        await Should.ThrowAsync<OperationCanceledException>(
            () => Under.Definition.OpenAsync(Context with { Namespace = "x1" }, new CancellationToken(canceled: true)));
}
