using EventSourcingBench.Abstractions;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// What became of each event that was to be poured in: a byte for each, as ids, streams and data follow from the number.
/// </summary>
/// <param name="streams">The streams.</param>
/// <param name="streamOf">The number of an event's stream, by its own number.</param>
/// <param name="ids">The events' ids.</param>
/// <param name="count">How many events there are at most.</param>
internal sealed class PouredLedger(IReadOnlyList<StreamId> streams, Func<long, int> streamOf, EventIds ids, long count)
{
    private const long LeastMore = 1 << 16;

    private PouredState[] _states = new PouredState[count];
    private readonly long[] _inStream = new long[streams.Count];
    private long _acknowledged;

    public IReadOnlyList<StreamId> Streams { get; } = streams;

    public EventIds Ids { get; } = ids;

    /// <summary>How many events there are at most.</summary>
    public long Count => _states.Length;

    /// <summary>Makes room for an event of this number. One caller at a time.</summary>
    public void Reserve(long number)
    {
        if (number >= _states.Length)
        {
            Array.Resize(ref _states, checked((int)(number + Math.Max(LeastMore, number / 8))));
        }
    }

    /// <summary>How many were acknowledged so far; may be read while more are.</summary>
    public long Acknowledged => Volatile.Read(ref _acknowledged);

    /// <summary>The states by number; also for marking what is found.</summary>
    public Span<PouredState> States => _states;

    /// <summary>The number of an event's stream.</summary>
    public int StreamOf(long number) => streamOf(number);

    /// <summary>Acknowledged events of a stream.</summary>
    public long AcknowledgedIn(int stream) => _inStream[stream];

    /// <summary>The store has acknowledged a batch. One caller at a time.</summary>
    public void Acknowledge(BufferBatch batch)
    {
        for (var i = 0; i < batch.Count; i++)
        {
            Enter(Ids.NumberOf(batch.IdAt(i)), batch.StreamAt(i));
        }

        Volatile.Write(ref _acknowledged, _acknowledged + batch.Count);
    }

    /// <summary>The store has acknowledged a single event. One caller at a time.</summary>
    public void Acknowledge(long number)
    {
        Enter(number, StreamOf(number));
        Volatile.Write(ref _acknowledged, _acknowledged + 1);
    }

    /// <summary>What became of a batch is not known.</summary>
    public void Doubt(BufferBatch batch)
    {
        for (var i = 0; i < batch.Count; i++)
        {
            _states[Ids.NumberOf(batch.IdAt(i))] = PouredState.Unknown;
        }
    }

    /// <summary>What became of a single event is not known.</summary>
    public void Doubt(long number) => _states[number] = PouredState.Unknown;

    private void Enter(long number, int stream)
    {
        _states[number] = PouredState.Acknowledged;
        _inStream[stream]++;
    }
}
