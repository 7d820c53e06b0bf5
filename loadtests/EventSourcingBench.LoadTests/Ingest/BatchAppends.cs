namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>
/// Enters bulk appends in a history, whose first streams are those of the events, and counts what is acknowledged of each stream. One
/// caller at a time.
/// </summary>
internal sealed class BatchAppends(StepHistory history, BulkSafeEvents events)
{
    private readonly long[] _inStream = new long[events.Streams.Count];
    private long _acknowledged;

    public IReadOnlyList<StreamId> Streams => events.Streams;

    /// <summary>How many events were acknowledged so far; may be read while more are.</summary>
    public long Acknowledged => Volatile.Read(ref _acknowledged);

    /// <summary>The version of a stream as far as it is acknowledged.</summary>
    public long VersionOf(int stream) => _inStream[stream];

    /// <summary>To be called before a batch is sent.</summary>
    public void Begin(BufferBatch batch)
    {
        var (first, last) = (NumberAt(batch, 0), NumberAt(batch, batch.Count - 1));
        history.Lane(0).Begin(first, due: null, OperationKind.BulkAppend, Operation.NoKey, argument: (int)(last - first + 1));
    }

    /// <summary>To be called when it was answered, or given up.</summary>
    public void End(BufferBatch batch, Outcome outcome)
    {
        history.Lane(0).End(outcome);
        var state = outcome switch
        {
            Outcome.Success => BulkState.Acknowledged,
            Outcome.Timeout => BulkState.Unknown,
            _ => BulkState.NotSent,
        };
        for (var i = 0; i < batch.Count; i++)
        {
            history.Bulk![NumberAt(batch, i)] = state;
            _inStream[batch.StreamAt(i)] += state == BulkState.Acknowledged ? 1 : 0;
        }

        Volatile.Write(ref _acknowledged, _acknowledged + (state == BulkState.Acknowledged ? batch.Count : 0));
    }

    private long NumberAt(BufferBatch batch, int index) => history.Ids.NumberOf(batch.IdAt(index));
}
