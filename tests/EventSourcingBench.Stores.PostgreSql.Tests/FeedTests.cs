using FsCheck;

namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class FeedTests : PostgresTest
{
    private static readonly (string, string) HardlyEverPolls = ("postgres.pollInterval", "1m");

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

    [Fact]
    public async Task Commits_of_another_store_wake_it_by_notification()
    {
        var reading = await OpenAsync(HardlyEverPolls);
        var writing = await OpenAsync(HardlyEverPolls);
        await using var batches = reading.Subscription!.SubscribeAsync(Checkpoint.Start, Limit).GetAsyncEnumerator(Limit);
        await batches.MoveNextAsync();
        for (var i = 0; i < 5; i++)
        {
            await AppendAsync(writing, new StreamId("s"), Event());
            (await batches.MoveNextAsync().AsTask().WaitAsync(Limit)).ShouldBeTrue();
        }
    }

    [Theory]
    [InlineData("commit")]
    [InlineData("rollback")]
    [InlineData("cut")]
    public async Task The_end_of_an_older_transaction_releases_events_without_a_signal(string end)
    {
        var store = await OpenAsync(HardlyEverPolls);
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
