using System.Runtime.CompilerServices;

namespace EventSourcingBench.Measurement.Histories;

/// <summary>The part of a history that one worker writes, so that no worker waits for another. An operation is entered before it is sent
/// and ended with its answer: whatever happens in between, it is in the history without an answer. One is under way at a time.</summary>
public sealed class HistoryLane
{
    private readonly List<OperationChunk> _chunks = [];
    private readonly List<Observation[]> _observed = [];
    private readonly TimeProvider _time;
    private readonly HistoryBudget _budget;
    private OperationChunk? _current;
    private int _observedInLast;
    private bool _isUnderWay;
    private Operation _underWay;
    private bool _isOmitted;
    private int _recentKey = Operation.NoKey;
    private long _recentVersion;
    private long _acknowledged;

    internal HistoryLane(int process, int worker, HistoryBudget budget, TimeProvider time) =>
        (Process, Worker, _budget, _time) = (process, worker, budget, time);

    /// <summary>The generator process that wrote it; 0 for the only one.</summary>
    public int Process { get; }

    /// <summary>The worker of that process.</summary>
    public int Worker { get; }

    /// <summary>How many operations were entered.</summary>
    public long Count => _current is null ? 0 : ((_chunks.Count - 1L) * OperationChunk.Length) + _current.Count;

    /// <summary>How many appends the store has acknowledged. Safe beside the worker.</summary>
    public long Acknowledged => Volatile.Read(ref _acknowledged);

    /// <summary>How many events reads and deliveries have seen.</summary>
    public long ObservedCount => _observed.Count == 0 ? 0 : ((_observed.Count - 1L) * OperationChunk.Length) + _observedInLast;

    /// <summary>All operations. To be read when the worker is at rest.</summary>
    public IEnumerable<Operation> Operations
    {
        get
        {
            foreach (var chunk in _chunks)
            {
                for (var i = 0; i < chunk.Count; i++)
                    yield return chunk[i];
            }
        }
    }

    // Read by others while the worker writes: a version of another key leads to a read that shows less, and to no false finding.
    internal (int Key, long Version)? Recent =>
        Volatile.Read(ref _recentKey) is >= 0 and var key ? (key, Volatile.Read(ref _recentVersion)) : null;

    internal IReadOnlyList<OperationChunk> Chunks => _chunks;

    /// <summary>An event that a read or a delivery saw.</summary>
    /// <param name="index">From 0; see <see cref="Operation.Position"/>.</param>
    public Observation Observed(long index) => _observed[(int)(index / OperationChunk.Length)][(int)(index % OperationChunk.Length)];

    /// <summary>Enters an operation that is about to be sent now, with the values of an <see cref="Operation"/>; it was due at a timestamp
    /// (null: now).</summary>
    public void Begin(
        long number,
        long? due,
        OperationKind kind,
        int key,
        int secondKey = Operation.NoKey,
        int argument = 0,
        ulong hash = 0)
    {
        if (_isUnderWay)
            throw new InvalidOperationException("An operation of this lane is under way already.");

        var now = _time.GetTimestamp();
        _isUnderWay = true;
        _underWay = new Operation
        {
            Number = number,
            Kind = kind,
            Key = key,
            SecondKey = secondKey,
            Argument = argument,
            Hash = hash,
            Start = Ticks(now),
            Lateness = due is { } wanted ? Limited(_time.GetElapsedTime(wanted, now)) : 0,
            Duration = uint.MaxValue,
            Outcome = Outcome.Timeout,
            Conflicts = 0,
            Version = 0,
            Position = ObservedCount,
        };
        Add(_underWay);
    }

    /// <summary>Ends the operation that is under way, with the values of an <see cref="Operation"/>; reads and deliveries keep their
    /// position.</summary>
    public void End(Outcome outcome, long version = 0, long position = 0, int conflicts = 0)
    {
        if (!_isUnderWay)
            throw new InvalidOperationException("No operation of this lane is under way.");

        _isUnderWay = false;
        if (_isOmitted)
            return;

        var seen = _underWay.Kind is OperationKind.Read or OperationKind.Delivery;
        _current!.EndLast(
            outcome,
            Limited(new TimeSpan(Ticks(_time.GetTimestamp()) - _underWay.Start)),
            version,
            seen ? _underWay.Position : position,
            seen ? (int)(ObservedCount - _underWay.Position) : _underWay.Argument,
            conflicts);
        if (!seen && outcome == Outcome.Success)
        {
            Volatile.Write(ref _acknowledged, _acknowledged + (_underWay.Kind == OperationKind.Append ? 1 : 0));
            Volatile.Write(ref _recentVersion, version);
            Volatile.Write(ref _recentKey, _underWay.Key);
        }
    }

    /// <summary>The read or delivery that is under way has seen an event.</summary>
    public void Observe(Observation observation)
    {
        if (_observed.Count == 0 || _observedInLast == OperationChunk.Length)
        {
            if (!_budget.TryTake(OperationChunk.Length * Unsafe.SizeOf<Observation>()))
                return;

            _observed.Add(new Observation[OperationChunk.Length]);
            _observedInLast = 0;
        }

        _observed[^1][_observedInLast++] = observation;
    }

    /// <summary>Takes over an operation that a generator in another process sent and ended.</summary>
    public void Add(in Operation operation)
    {
        var isFull = _current is null || _current.Count == OperationChunk.Length;
        _isOmitted = isFull && !_budget.TryTake(OperationChunk.Bytes);
        if (_isOmitted)
            return;

        if (isFull)
            _chunks.Add(_current = new OperationChunk());

        _current!.Add(operation);
        if (operation is { Kind: OperationKind.Append, Outcome: Outcome.Success })
            Volatile.Write(ref _acknowledged, _acknowledged + 1);
    }

    private static uint Limited(TimeSpan time) => (uint)Math.Clamp(time.Ticks, 0, uint.MaxValue);

    private long Ticks(long timestamp) => _time.GetElapsedTime(0, timestamp).Ticks;
}
