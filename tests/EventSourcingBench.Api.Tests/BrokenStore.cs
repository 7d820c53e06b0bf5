namespace EventSourcingBench.Api.Tests;

/// <summary>A store that fails in the way that a test asks for.</summary>
internal sealed class BrokenStore(Func<CancellationToken, Task<Exception>> failure) : IStore, IEventStore, IBulkWriter
{
    public BrokenStore(Exception failure)
        : this(_ => Task.FromResult(failure))
    {
    }

    public StoreCapabilities Capabilities => StoreCapabilities.None;

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default) =>
        throw await failure(cancellationToken);

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default) =>
        throw await failure(cancellationToken);

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        [System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await Task.FromException(await failure(cancellationToken));
        yield break;
    }

    public async Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) =>
        throw await failure(cancellationToken);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
