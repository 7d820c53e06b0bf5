using NEventStore.Persistence;

namespace EventSourcingBench.Stores.MongoDb.Tests;

public sealed class StorageErrorTests
{
    private readonly TimeoutException _inner = new("of the driver");

    [Fact]
    public void What_NEventStore_wraps_is_unwrapped()
    {
        StorageErrors.Unwrapped(new StorageUnavailableException("wrapped", _inner)).ShouldBe(_inner);
        StorageErrors.Unwrapped(_inner).ShouldBe(_inner);
    }

    [Fact]
    public async Task A_call_fails_with_what_NEventStore_wraps() =>
        (await Should.ThrowAsync<TimeoutException>(
            () => StorageErrors.UnwrappedAsync<int>(() => throw new StorageException("wrapped", _inner))))
            .ShouldBe(_inner);
}
