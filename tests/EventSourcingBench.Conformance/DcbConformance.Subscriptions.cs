namespace EventSourcingBench.Conformance;

// Subscriptions by query: order, completeness under concurrent appends, going live.
public abstract partial class DcbConformance<TStore>
{
    [Fact]
    public async Task It_gives_what_matches_then_goes_live_and_starts_after_a_position()
    {
        var old = DcbSample.Event("A", "x:1");
        await AppendAsync(old, DcbSample.Event("A", "x:2"));
        await using var subscription = Dcb.SubscribeAsync(DcbSample.Tagged("x:1"), cancellationToken: Limit).GetAsyncEnumerator(Limit);
        (await subscription.MoveNextAsync()).ShouldBeTrue();
        subscription.Current.Event.Id.ShouldBe(old.Event.Id);

        var waiting = subscription.MoveNextAsync().AsTask();
        var between = await AppendAsync(DcbSample.Event("A", "x:2"));
        var live = DcbSample.Event("B", "x:1");
        var position = await AppendAsync(live);
        (await waiting.WaitAsync(Limit)).ShouldBeTrue();
        subscription.Current.Event.Id.ShouldBe(live.Event.Id);
        subscription.Current.Position.ShouldBe(position);
        subscription.Current.Tags.ShouldBe(["x:1"]);
        (await Dcb.SubscribeAsync(DcbQuery.All, between, Limit).FirstAsync(Limit)).Event.Id.ShouldBe(live.Event.Id);
    }

    [Fact]
    public async Task It_delivers_everything_once_in_order_while_others_append()
    {
        const int writers = 8;
        const int each = 40;
        var delivered = Task.Run(
            () => Dcb.SubscribeAsync(DcbQuery.All, cancellationToken: Limit).Take(writers * each).ToListAsync(Limit).AsTask());
        var sent = await AtOnceAsync(writers, async i =>
        {
            var own = new List<Guid>();
            for (var n = 0; n < each; n++)
            {
                var next = DcbSample.Event("A", $"w:{i}");
                await AppendAsync(next);
                own.Add(next.Event.Id);
            }

            return own;
        });
        var events = await delivered;
        events.Select(e => e.Position).ShouldBeInOrder();
        events.Select(e => e.Event.Id).ShouldBe(await FindAsync(DcbQuery.All));
        sent.SelectMany(s => s).ShouldBe(events.Select(e => e.Event.Id), ignoreOrder: true);
    }

    [Fact]
    public async Task Closing_the_store_ends_it_with_an_answer_of_the_contract()
    {
        await using var store = await OpenOtherAsync();
        Assert.SkipWhen(store.Dcb is null, $"{Under.Definition.Name} has no dynamic consistency boundaries.");
        await store.Dcb.AppendAsync([DcbSample.Event("A")], condition: null, Limit);
        await using var subscription = store.Dcb.SubscribeAsync(DcbQuery.All, cancellationToken: Limit).GetAsyncEnumerator(Limit);
        (await subscription.MoveNextAsync()).ShouldBeTrue();
        var waiting = subscription.MoveNextAsync().AsTask();
        await store.DisposeAsync();
        await Should.ThrowAsync<StoreUnavailableException>(() => waiting.WaitAsync(Limit));
    }
}
