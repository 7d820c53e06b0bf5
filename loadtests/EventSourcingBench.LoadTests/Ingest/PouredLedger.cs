namespace EventSourcingBench.LoadTests;

/// <summary>
/// What became of each event that was to be poured in: a byte for each, as ids, streams and data follow from the number.
/// </summary>
/// <param name="events">The events.</param>
/// <param name="ids">Their ids.</param>
/// <param name="count">How many there are at most.</param>
internal sealed class PouredLedger(SafeEvents events, EventIds ids, long count)
{
    private readonly PouredState[] _states = new PouredState[count];
    private readonly long[] _inStream = new long[events.Streams.Count];
    private long _acknowledged;

    public SafeEvents Events { get; } = events;

    public EventIds Ids { get; } = ids;

    /// <summary>How many events there are at most.</summary>
    public long Count => _states.Length;

    /// <summary>How many were acknowledged so far; may be read while more are.</summary>
    public long Acknowledged => Volatile.Read(ref _acknowledged);

    /// <summary>The states by number; also for marking what is found.</summary>
    public Span<PouredState> States => _states;

    /// <summary>Acknowledged events of a stream.</summary>
    public long AcknowledgedIn(int stream) => _inStream[stream];

    /// <summary>The store has acknowledged a batch. One caller at a time.</summary>
    public void Acknowledge(BufferBatch batch)
    {
        for (var i = 0; i < batch.Count; i++)
        {
            _states[Ids.NumberOf(batch.IdAt(i))] = PouredState.Acknowledged;
            _inStream[batch.StreamAt(i)]++;
        }

        Volatile.Write(ref _acknowledged, _acknowledged + batch.Count);
    }

    /// <summary>What became of a batch is not known.</summary>
    public void Doubt(BufferBatch batch)
    {
        for (var i = 0; i < batch.Count; i++)
        {
            _states[Ids.NumberOf(batch.IdAt(i))] = PouredState.Unknown;
        }
    }
}
