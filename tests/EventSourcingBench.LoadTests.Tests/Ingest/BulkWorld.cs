using System.Runtime.CompilerServices;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>A store in memory that can be made to fail, and whose events can be tampered with.</summary>
internal sealed class BulkWorld : IStore, IBulkWriter, IEventStore, ICatchUpSubscription
{
    public Dictionary<string, List<RecordedEvent>> Streams { get; } = new(StringComparer.Ordinal);

    /// <summary>What the subscription delivers.</summary>
    public List<RecordedEvent> Log { get; } = [];

    /// <summary>What it delivers instead, and then waits for more.</summary>
    public IEnumerable<EventBatch>? Batches { get; init; }

    /// <summary>Ends when the subscription is asked.</summary>
    public TaskCompletionSource Asked { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>What an attempt, by its number from 0, throws before anything is done; null: nothing.</summary>
    public Func<int, Exception?> FailsBefore { get; init; } = _ => null;

    public Func<int, Exception?> FailsAfter { get; init; } = _ => null;

    /// <summary>Which events an attempt, by its number from 0, takes; the others are left out without a word.</summary>
    public Func<int, BulkEvent, bool> Takes { get; init; } = (_, _) => true;

    public int Attempts { get; private set; }

    public StoreCapabilities Capabilities { get; init; } = StoreCapabilities.IdempotentAppend;

    public ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        var attempt = Attempts++;
        if (FailsBefore(attempt) is { } before)
            return ValueTask.FromException(before);

        if (Capabilities.HasFlag(StoreCapabilities.IdempotentAppend) && Log.Exists(e => e.Id == events[0].Event.Id))
            events = [];

        foreach (var (stream, data) in events.Where(e => Takes(attempt, e)))
        {
            if (!Streams.TryGetValue(stream.Value, out var own))
                Streams.Add(stream.Value, own = []);

            own.Add(new RecordedEvent { Id = data.Id, Stream = stream, Version = own.Count + 1, Type = data.Type, Data = data.Data });
            Log.Add(own[^1]);
        }

        return FailsAfter(attempt) is { } after ? ValueTask.FromException(after) : ValueTask.CompletedTask;
    }

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default) =>
        throw new NotSupportedException();

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default) =>
        Streams.GetValueOrDefault(stream.Value, []).ToArray().Where(e => e.Version >= fromVersion)
            .Take((int)Math.Min(maxCount, int.MaxValue)).ToAsyncEnumerable();

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        Asked.TrySetResult();
        foreach (var batch in Batches ?? [new(after.Value == "end" ? [] : [.. Log], new Checkpoint("end"), CaughtUp: true)])
        {
            cancellationToken.ThrowIfCancellationRequested();
            yield return batch;
        }

        await (Batches is null ? Task.CompletedTask : Task.Delay(Timeout.Infinite, cancellationToken));
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => Task.FromResult(new StoreDescription
    { ServerVersion = "1", ClientVersion = "1", Durability = DurabilityTier.Volatile, DurabilityReason = "", Mechanism = "" });

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    /// <summary>An event at another place, or with another id or other data.</summary>
    public static RecordedEvent Recorded(RecordedEvent of, long version, ReadOnlyMemory<byte>? data = null, Guid? id = null) =>
        new() { Id = id ?? of.Id, Stream = of.Stream, Version = version, Type = of.Type, Data = data ?? of.Data };
}
