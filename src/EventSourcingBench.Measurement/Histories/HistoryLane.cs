namespace EventSourcingBench.Measurement.Histories;

/// <summary>The part of a history that one worker writes, so that no worker waits for another. An operation is entered before it is sent
/// and ended with its answer: whatever happens in between, it is in the history without an answer. One is under way at a time.</summary>
public sealed class HistoryLane
{
    private readonly TimeProvider _time;
    private readonly ChunkList<Operation> _operations;
    private readonly ChunkList<Observation> _observed;
    private bool _isUnderWay;
    private bool _isOmitted;
    private int _recentKey = Operation.NoKey;
    private long _recentVersion;
    private long _acknowledged;
    private long _served;

    internal HistoryLane(int process, int worker, HistoryBudget budget, TimeProvider time) =>
        (Process, Worker, _time, _operations, _observed) = (process, worker, time, new(budget), new(budget));

    /// <summary>The generator process that wrote it; 0 for the only one.</summary>
    public int Process { get; }

    public int Worker { get; }

    public long Count => _operations.Count;

    /// <summary>How many appends the store has acknowledged. Safe beside the worker.</summary>
    public long Acknowledged => Volatile.Read(ref _acknowledged);

    internal long Served => Volatile.Read(ref _served);

    public long ObservedCount => _observed.Count;

    /// <summary>All operations. To be read when the worker is at rest.</summary>
    public IEnumerable<Operation> Operations => Where(static (in _) => true);

    // Read by others while the worker writes: a version of another key leads to a read that shows less, and to no false finding.
    internal (int Key, long Version)? Recent =>
        Volatile.Read(ref _recentKey) is >= 0 and var key ? (key, Volatile.Read(ref _recentVersion)) : null;

    internal IReadOnlyList<Operation[]> Chunks => _operations.Chunks;

    internal ref readonly Operation this[long index] => ref _operations[index];

    /// <summary>Operations that are so: each is tested where it is, and only these are copied.</summary>
    public IEnumerable<Operation> Where(OperationTest test)
    {
        var count = Count;
        for (var i = 0L; i < count; i++)
        {
            if (test(in _operations[i]))
                yield return _operations[i];
        }
    }

    /// <summary>An event that a read or a delivery saw; see <see cref="Operation.Position"/>.</summary>
    public Observation Observed(long index) => _observed[index];

    /// <summary>Enters an <see cref="Operation"/> that is sent now and was due at a timestamp; null: now.</summary>
    public void Begin(
        long number, long? due, OperationKind kind, int key, int secondKey = Operation.NoKey, int argument = 0, ulong hash = 0)
    {
        if (_isUnderWay)
            throw new InvalidOperationException("An operation of this lane is under way already.");

        var now = _time.GetTimestamp();
        _isUnderWay = true;
        var lateness = due is { } wanted ? Limited(_time.GetElapsedTime(wanted, now).Ticks) : 0;
        Add(new Operation(
            number, kind, key, secondKey, argument, hash, Ticks(now), lateness, uint.MaxValue, Outcome.Timeout, Position: ObservedCount));
    }

    /// <summary>Ends the operation that is under way, with the values of an <see cref="Operation"/>; reads and deliveries keep their
    /// position. Argument: null for that with which it began.</summary>
    public void End(Outcome outcome, long version = 0, long position = 0, int conflicts = 0, int? argument = null)
    {
        if (!_isUnderWay)
            throw new InvalidOperationException("No operation of this lane is under way.");

        _isUnderWay = false;
        if (_isOmitted)
            return;

        ref var last = ref _operations.Last;
        var seen = last.Kind is OperationKind.Read or OperationKind.Delivery;
        last = last with
        {
            Outcome = outcome,
            Duration = Limited(Ticks(_time.GetTimestamp()) - last.Start),
            Version = version,
            Position = seen ? last.Position : position,
            Argument = seen ? (int)(ObservedCount - last.Position) : argument ?? last.Argument,
            Conflicts = (ushort)Math.Min(conflicts, ushort.MaxValue),
        };
        if (!seen && outcome == Outcome.Success)
        {
            CountSuccess(last.Kind);
            // The second key in turn, whose version is not known.
            var isSecond = last.SecondKey != Operation.NoKey && last.Number % 2 != 0;
            Volatile.Write(ref _recentVersion, isSecond ? 0 : version);
            Volatile.Write(ref _recentKey, isSecond ? last.SecondKey : last.Key);
        }
    }

    /// <summary>The read or delivery that is under way has seen an event.</summary>
    public void Observe(Observation observation) => _observed.TryAdd(observation);

    /// <summary>Ends a read that saw exactly what an earlier one of this lane did: the two share their observations.</summary>
    /// <param name="first">The index of the first of them.</param>
    public void EndLike(long first, int count, long version)
    {
        End(Outcome.Success, version);
        if (!_isOmitted)
            _operations.Last = _operations.Last with { Position = first, Argument = count };
    }

    /// <summary>Takes over an operation that a generator in another process sent and ended.</summary>
    public void Add(in Operation operation)
    {
        _isOmitted = !_operations.TryAdd(operation);
        if (!_isOmitted && operation is
            { Kind: OperationKind.Append or OperationKind.BulkAppend or OperationKind.Load, Outcome: Outcome.Success })
        {
            CountSuccess(operation.Kind);
        }
    }

    private void CountSuccess(OperationKind kind)
    {
        Volatile.Write(ref _acknowledged, _acknowledged + (kind == OperationKind.Append ? 1 : 0));
        Volatile.Write(ref _served, _served + 1);
    }

    private static uint Limited(long ticks) => (uint)Math.Clamp(ticks, 0, uint.MaxValue);

    private long Ticks(long timestamp) => _time.GetElapsedTime(0, timestamp).Ticks;
}

public delegate bool OperationTest(in Operation operation);
