namespace EventSourcingBench.Stores.EventStoreDb.Tests;

/// <summary>What the server knows of retries. The README says what it does not.</summary>
public sealed class RetryTests
{
    [Theory]
    [InlineData("batch", 1)]
    [InlineData("batch", 4)]
    [InlineData("unary", 1)]
    [InlineData("unary", 4)]
    public async Task A_retry_with_the_same_ids_and_expectation_appends_nothing_twice(string append, int count)
    {
        await using var store = await LogTestServer.OpenAsync(await LogTestServer.ConnectAsync(Cancel), Cancel, ("append", append));
        foreach (var expected in new[] { ExpectedVersion.Any, ExpectedVersion.NoStream })
        {
            var stream = Sample.NewStream();
            var events = Sample.Events(count);
            var first = await AppendAsync(store, stream, expected, events);
            (await AppendAsync(store, stream, expected, events)).StreamVersion.ShouldBe(first.StreamVersion);
            (await store.Events!.ReadStreamAsync(stream, cancellationToken: Cancel).CountAsync(Cancel)).ShouldBe(count);
        }
    }

    [Fact]
    public async Task A_retry_after_others_have_appended_gets_the_version_of_the_first_time()
    {
        await using var store = await LogTestServer.OpenAsync(await LogTestServer.ConnectAsync(Cancel), Cancel);
        var stream = Sample.NewStream();
        await AppendAsync(store, stream, ExpectedVersion.NoStream, Sample.Events(2));
        var events = Sample.Events(3);
        (await AppendAsync(store, stream, ExpectedVersion.Exactly(2), events)).StreamVersion.ShouldBe(5);
        await AppendAsync(store, stream, ExpectedVersion.Exactly(5), Sample.Events(4));

        (await AppendAsync(store, stream, ExpectedVersion.Exactly(2), events)).StreamVersion.ShouldBe(5);
        (await AppendAsync(store, stream, ExpectedVersion.Any, events)).StreamVersion.ShouldBe(5);
        (await store.Events!.ReadStreamAsync(stream, cancellationToken: Cancel).CountAsync(Cancel)).ShouldBe(9);
    }

    // The server may leave a retry that overtakes its first time without an answer, and says so after its time is out.
    [Fact]
    public async Task Retries_at_the_same_time_append_once()
    {
        await using var store = await LogTestServer.OpenAsync(await LogTestServer.ConnectAsync(Cancel), Cancel);
        var stream = Sample.NewStream();
        var events = Sample.Events(3);
        var retries = Enumerable.Range(0, 8).Select(_ => Task.Run(() => AppendAsync(store, stream, ExpectedVersion.Any, events))).ToList();
        await Task.WhenAll(retries).ContinueWith(_ => { }, Cancel, TaskContinuationOptions.None, TaskScheduler.Default);

        retries.ShouldContain(r => r.IsCompletedSuccessfully);
        retries.ShouldAllBe(
            r => r.IsCompletedSuccessfully ? r.Result.StreamVersion == 3 : r.Exception!.InnerException is OutcomeUnknownException);
        (await store.Events!.ReadStreamAsync(stream, cancellationToken: Cancel).CountAsync(Cancel)).ShouldBe(3);
        (await AppendAsync(store, stream, ExpectedVersion.Any, events)).StreamVersion.ShouldBe(3);
    }

    private static async Task<Appended> AppendAsync(IStore store, StreamId stream, ExpectedVersion expected, EventData[] events) =>
        (await store.Events!.AppendAsync(stream, expected, events, Cancel)).ShouldBeOfType<Appended>();
}
