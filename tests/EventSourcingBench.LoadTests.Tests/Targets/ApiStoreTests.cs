namespace EventSourcingBench.LoadTests.Tests;

public sealed class ApiStoreTests
{
    [Fact]
    public async Task A_store_that_could_not_be_opened_says_so_when_it_is_asked() =>
        (await Should.ThrowAsync<StoreFailureException>(new ApiStore(new FakeStore().Target).DescribeAsync(Cancel)))
            .Message.ShouldBe("fake is not open: it could not be opened for this step.");
}
