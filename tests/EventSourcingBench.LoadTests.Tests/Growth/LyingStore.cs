using System.Runtime.CompilerServices;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>A store whose reads, deliveries or rows can be tampered with. It writes what it is given.</summary>
internal sealed class LyingStore(IStore store) : IStore, IEventStore, ICatchUpSubscription, IProjectionHost
{
    /// <summary>What a read of a stream shows, by its first version.</summary>
    public Func<long, RecordedEvent, RecordedEvent?> Reads { get; init; } = (_, e) => e;

    /// <summary>What a subscription delivers, by its checkpoint and the number of the delivery.</summary>
    public Func<Checkpoint, int, RecordedEvent, RecordedEvent?> Delivers { get; init; } = (_, _, e) => e;

    /// <summary>Which rows the read model has, by the order of reading.</summary>
    public Func<int, ReadModelRow, bool> Keeps { get; init; } = (_, _) => true;

    public StoreCapabilities Capabilities => store.Capabilities;

    public IEventStore Events => this;

    public IBulkWriter Bulk => store.Bulk!;

    public ICatchUpSubscription Subscription => this;

    public IProjectionHost Projections => this;

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => store.DescribeAsync(cancellationToken);

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default) =>
        store.Events!.AppendAsync(stream, expected, events, cancellationToken);

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await foreach (var recorded in store.Events!.ReadStreamAsync(stream, fromVersion, maxCount, cancellationToken))
        {
            if (Reads(fromVersion, recorded) is { } shown)
            {
                yield return shown;
            }
        }
    }

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var index = 0;
        await foreach (var batch in store.Subscription!.SubscribeAsync(after, cancellationToken))
        {
            yield return batch with { Events = [.. batch.Events.Select(e => Delivers(after, index++, e)).OfType<RecordedEvent>()] };
        }
    }

    public async Task<IRunningProjection> StartAsync(
        IProjection projection, IProjectionObserver observer, CancellationToken cancellationToken = default) =>
        new LyingProjection(await store.Projections!.StartAsync(projection, observer, cancellationToken), Keeps);

    public ValueTask DisposeAsync() => store.DisposeAsync();

    private sealed class LyingProjection(IRunningProjection projection, Func<int, ReadModelRow, bool> keeps)
        : IRunningProjection, IReadModel
    {
        public Task Completion => projection.Completion;

        public IReadModel ReadModel => this;

        public ValueTask<ProjectionStatus> GetStatusAsync(CancellationToken cancellationToken = default) =>
            projection.GetStatusAsync(cancellationToken);

        public Task RebuildAsync(CancellationToken cancellationToken = default) => projection.RebuildAsync(cancellationToken);

        public ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default) =>
            projection.ReadModel.FindAsync(eventId, cancellationToken);

        public ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default) =>
            projection.ReadModel.FindSummaryAsync(group, cancellationToken);

        public async IAsyncEnumerable<ReadModelRow> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
        {
            var index = 0;
            await foreach (var row in projection.ReadModel.ReadAllAsync(cancellationToken))
            {
                if (keeps(index++, row))
                {
                    yield return row;
                }
            }
        }

        public ValueTask DisposeAsync() => projection.DisposeAsync();
    }
}
