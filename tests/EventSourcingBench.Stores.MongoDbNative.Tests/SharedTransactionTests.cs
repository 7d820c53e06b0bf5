namespace EventSourcingBench.Stores.MongoDbNative.Tests;

public sealed class SharedTransactionTests : WireTest
{
    [Fact]
    public async Task Appends_that_wait_share_a_transaction()
    {
        var store = await OpenAsync();
        await Task.WhenAll(Enumerable.Range(0, 64).Select(i => Task.Run(
            () => store.Events!.AppendAsync(new StreamId($"s-{i}"), ExpectedVersion.NoStream, [Event()], Limit).AsTask(), Limit)));
        Sent(c => c.GetElement(0).Name == "commitTransaction").Count.ShouldBeLessThan(64);
    }
}
