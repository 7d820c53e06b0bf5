using FsCheck;

namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class FeedTests : PostgresTest
{
    [Fact]
    public void A_checkpoint_survives_its_notation() => Check.QuickThrowOnFailure(Prop.ForAll<ulong, NonNegativeInt>(
        (transaction, position) =>
        {
            var place = new FeedPlace(transaction, position.Get);
            return FeedPlace.Of(place.Checkpoint) == place;
        }));

    [Fact]
    public void Places_are_ordered_by_transaction_then_position() => Check.QuickThrowOnFailure(
        Prop.ForAll<(byte T, byte P), (byte T, byte P)>(
            (a, b) => new FeedPlace(a.T, a.P).IsBefore(new FeedPlace(b.T, b.P)) == ((a.T * 1000) + a.P < (b.T * 1000) + b.P)));

    [Theory]
    [InlineData("postgres", "postgres")]
    [InlineData("dcb-postgres-btree", "dcb-postgres")]
    [InlineData("dcb-postgres-gin", "dcb-postgres")]
    public async Task Commits_of_another_store_wake_a_subscription_by_notification(string name, string prefix)
    {
        var hardlyEverPolls = (prefix + ".pollInterval", "1m");
        var reading = await OpenOneOfAsync(Named(name), hardlyEverPolls);
        var writing = await OpenOneOfAsync(Named(name), hardlyEverPolls);
        var delivered = reading.Dcb is { } dcb
            ? dcb.SubscribeAsync(DcbQuery.All, cancellationToken: Limit).Select(e => e.Event.Id)
            : reading.Subscription!.SubscribeAsync(Checkpoint.Start, Limit).SelectMany(b => b.Events).Select(e => e.Id);
        await AppendOneAsync(writing);
        await using var events = delivered.GetAsyncEnumerator(Limit);
        (await events.MoveNextAsync()).ShouldBeTrue();
        for (var i = 0; i < 5; i++)
        {
            var next = events.MoveNextAsync().AsTask();
            var appended = await AppendOneAsync(writing);
            (await next.WaitAsync(Limit)).ShouldBeTrue();
            events.Current.ShouldBe(appended);
        }
    }

    [Theory]
    [InlineData("commit")]
    [InlineData("rollback")]
    [InlineData("cut")]
    public async Task The_end_of_an_older_transaction_releases_events_without_a_signal(string end)
    {
        var store = await OpenAsync(("postgres.pollInterval", "1m"));
        var (early, late) = (Event(), Event());
        await using (var open = await store.OpenAppends!.BeginAsync(new StreamId("open"), [early], Limit))
        {
            await AppendAsync(store, new StreamId("s"), late);
            await using var batches = store.Subscription!.SubscribeAsync(Checkpoint.Start, Limit).GetAsyncEnumerator(Limit);
            var next = batches.MoveNextAsync().AsTask();
            await Task.Delay(100, Limit);
            next.IsCompleted.ShouldBeFalse("an event passed one that may still come before it");
            await (end switch
            {
                "commit" => open.CommitAsync(Limit),
                "cut" => open.CutAsync(Limit),
                _ => open.DisposeAsync().AsTask(),
            });
            await next.WaitAsync(Limit);
        }

        var expected = end == "commit" ? new[] { early.Id, late.Id } : [late.Id];
        (await TakeAsync(store, expected.Length)).Select(e => e.Id).ShouldBe(expected);
    }
}
