namespace EventSourcingBench.Measurement.Histories;

/// <summary>Everything that was asked of a store in one step, warm-up included, and what it answered: what checkers judge by, and what
/// totals, outages and <c>--keep-history</c> are read from. 64 bytes an operation, 1 byte a bulk event.</summary>
/// <remarks>Event numbers: those of bulk appends are 0 to <see cref="BulkCount"/> - 1; operation n has the numbers from
/// <see cref="BulkCount"/> + n * <see cref="EventsPerOperation"/> on.</remarks>
public sealed class StepHistory
{
    private readonly ConcurrentDictionary<string, int> _indexes = new(StringComparer.Ordinal);
    private readonly List<string> _keys = [];
    private readonly Lock _adding = new();
    private readonly TimeProvider _time;
    private readonly HistoryBudget _budget;

    // Replaced and never changed: observers count and look for recent appends while lanes are added.
    private volatile HistoryLane[] _lanes;

    /// <param name="workers">How many workers write it, 1 or more.</param>
    /// <param name="keys">Streams or entities that are known beforehand; they get the indexes from 0 on.</param>
    /// <param name="memory">The most bytes that it may take. Default: half of the memory that the process may use.</param>
    public StepHistory(EventIds ids, int workers, TimeProvider time, IEnumerable<string>? keys = null, long? memory = null)
    {
        (Ids, _time, _budget) = (ids, time, new HistoryBudget(memory ?? (GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 2)));
        foreach (var key in keys ?? [])
            KeyOf(key);

        KnownCount = _keys.Count;
        _lanes = [.. Enumerable.Range(0, workers).Select(worker => new HistoryLane(process: 0, worker, _budget, time))];
    }

    public EventIds Ids { get; }

    /// <summary>Events of an operation: 2 where a fact is kept in two streams. Default: 1.</summary>
    public int EventsPerOperation { get; init; } = 1;

    /// <summary>True where the version of a successful append is the one after that on which a decision was made, rather than an
    /// acknowledged one: another event there means that the store accepted a wrong expected version. In a store without streams it is one
    /// above the head on which the decision was made. Default: false.</summary>
    public bool HasExpectedVersions { get; init; }

    /// <summary>The events of bulk appends; null where there are none.</summary>
    public BulkHistory? Bulk { get; init; }

    public long BulkCount => Bulk?.Count ?? 0;

    /// <summary>Streams and entities by index.</summary>
    public IReadOnlyList<string> Keys => _keys;

    /// <summary>How many of them were known beforehand.</summary>
    public int KnownCount { get; }

    /// <summary>The parts of the workers, and of other processes and observers as they were added.</summary>
    public IReadOnlyList<HistoryLane> Lanes => _lanes;

    /// <summary>False where lanes come from hosts with other clocks: then times of different lanes are not compared.</summary>
    public bool HasOneClock { get; set; } = true;

    /// <summary>Why operations are missing: those of a generator process that died, or those that did not fit into half of the memory that
    /// the process may use. Null where all are there: only then can a store be judged by it.</summary>
    public string? Incomplete
    {
        get => field ?? (_budget.Omitted == 0 ? null : string.Create(
            CultureInfo.InvariantCulture,
            $"the history left out {_budget.Omitted:N0} operations, as it may take {_budget.Bytes >> 20:N0} MB; "
            + $"make the step shorter, or give more memory"));
        set;
    }

    /// <summary>The present moment, as <see cref="Operation.Start"/> has it.</summary>
    public long Now => _time.GetElapsedTime(0).Ticks;

    /// <summary>How many operations there are. Exact when no worker is at work.</summary>
    public long Count => _lanes.Sum(l => l.Count);

    /// <summary>How many operations, warm-up included, the store has acknowledged so far. Safe beside the workers.</summary>
    public long Acknowledged => _lanes.Sum(l => l.Acknowledged) + AcknowledgedElsewhere;

    /// <summary>The same with the bulk events before the load.</summary>
    public long AcknowledgedInAll => BulkCount + Acknowledged;

    /// <summary>How many requests of the load, warm-up included, have succeeded so far: appends, and loads of streams. Safe beside the
    /// workers.</summary>
    public long Served => _lanes.Sum(l => l.Served) + AcknowledgedElsewhere;

    /// <summary>Those of generators in other processes whose lanes are not added yet, some milliseconds ago. Default: 0.</summary>
    public long AcknowledgedElsewhere { get; set; }

    /// <summary>What one of them has written last, by the name of the stream or entity. Default: null.</summary>
    public RecentAppend? RecentElsewhere { get; set; }

    /// <summary>All operations, lane after lane. To be read when no worker is at work.</summary>
    public IEnumerable<Operation> Operations => _lanes.SelectMany(l => l.Operations);

    /// <summary>Those that are so. Several times as fast as a query of all.</summary>
    public IEnumerable<Operation> Where(OperationTest test) => _lanes.SelectMany(l => l.Where(test));

    public HistoryLane Lane(int worker) => _lanes[worker];

    /// <summary>Adds a lane: for an observer of this process, or for a worker of another one.</summary>
    /// <param name="process">The process; 0 for this one.</param>
    public HistoryLane AddLane(int process = 0)
    {
        lock (_adding)
        {
            var lane = new HistoryLane(process, _lanes.Count(l => l.Process == process), _budget, _time);
            _lanes = [.. _lanes, lane];
            return lane;
        }
    }

    /// <summary>The index of a stream or an entity; a new one for a name that is not known yet. Safe for concurrent use.</summary>
    public int KeyOf(string name)
    {
        if (_indexes.TryGetValue(name, out var known))
            return known;

        lock (_adding)
        {
            return _indexes.GetOrAdd(name, added =>
            {
                _keys.Add(added);
                return _keys.Count - 1;
            });
        }
    }

    /// <summary>The index of a stream or an entity; -1 for a name that no operation had.</summary>
    public int FindKey(string name) => _indexes.GetValueOrDefault(name, Operation.NoKey);

    /// <summary>A stream that was just written, and the acknowledged version; null before the first. Safe beside the workers.</summary>
    /// <param name="turn">The lanes are asked in turn, from this one on.</param>
    public (int Key, long Version)? FindRecent(long turn)
    {
        if (RecentElsewhere is { } other)
            return (KeyOf(other.Key), other.Version);

        var lanes = _lanes;
        return lanes.Select((_, i) => lanes[(int)((turn + i) % lanes.Length)].Recent).FirstOrDefault(r => r is not null);
    }

    /// <summary>The number of an operation's event.</summary>
    /// <param name="index">Which of its events, 0 to <see cref="EventsPerOperation"/> - 1.</param>
    public long EventOf(long operation, int index = 0) => BulkCount + (operation * EventsPerOperation) + index;
}

/// <summary>A stream or an entity that was just written.</summary>
/// <param name="Version">The acknowledged version; 0 where it is not known.</param>
public sealed record RecentAppend(string Key, long Version);

/// <summary>How long a history has no success, such as after the death of a node. To be read when no worker is at work.</summary>
public static class OutageView
{
    // Two half seconds, each at nine tenths of the rate: a burst of requests that waited is not the rate.
    private const double FullShare = 0.9;
    private static readonly long Window = TimeSpan.FromMilliseconds(500).Ticks;
    private static readonly long Slide = TimeSpan.FromMilliseconds(50).Ticks;
    private static readonly Comparer<long> AfterEqual = Comparer<long>.Create((end, time) => end <= time ? -1 : 1);

    /// <summary>The longest time without a success between two moments, ticks, and whether no success ended it.</summary>
    public static (TimeSpan Pause, bool IsLowerBound) LongestPause(StepHistory history, long from, long to) =>
        LongestPause([.. Successes(history).Select(s => s.End).Order()], from, to);

    /// <summary>How the load went on after each of some faults, until the next or the end; all times as the history has them.</summary>
    /// <param name="measuredFrom">From then to the first fault the usual rate is counted.</param>
    /// <param name="faults">Of each, in their order, when it was begun, when it hit the store, and when it was in effect.</param>
    public static IReadOnlyList<Recovery> Recoveries(
        StepHistory history, long measuredFrom, IReadOnlyList<(long From, long Hit, long InEffect)> faults, long end)
    {
        var byEnd = Successes(history).OrderBy(s => s.End).ToList();
        long[] ends = [.. byEnd.Select(s => s.End)];
        var usual = faults is not [var begin, ..] ? 0
            : (double)Between(measuredFrom, begin.From) / Math.Max(1, begin.From - measuredFrom) * Window;
        return [.. faults.Zip(faults.Skip(1).Select(f => f.From).Append(end), Of)];

        Recovery Of((long From, long Hit, long InEffect) fault, long next)
        {
            var (from, hit, inEffect) = fault;
            var (pause, isLowerBound) = LongestPause(ends, from, next);
            var first = byEnd.Skip(FirstAfter(inEffect)).TakeWhile(s => s.End <= next).FirstOrDefault(s => s.Start >= inEffect).End;
            // Of a store that served again, the time to the next fault or the end is one between two requests.
            return first == 0 ? new(null, pause, null, isLowerBound)
                : new(TimeSpan.FromTicks(first - hit), pause, FullRate(hit, first, next));
        }

        TimeSpan? FullRate(long hit, long first, long next)
        {
            for (var from = first; usual > 0 && from + (2 * Window) <= next; from += Slide)
            {
                if (IsFull(from) && IsFull(from + Window))
                    return TimeSpan.FromTicks(from - hit);
            }

            return null;
        }

        bool IsFull(long from) => Between(from, from + Window) >= FullShare * usual;

        int Between(long from, long to) => FirstAfter(to) - FirstAfter(from);

        int FirstAfter(long time) => ~Array.BinarySearch(ends, time, AfterEqual);
    }

    private static IEnumerable<(long Start, long End)> Successes(StepHistory history) => history
        .Where((in o) => o is
        { Kind: OperationKind.Append or OperationKind.BulkAppend or OperationKind.Load, Outcome: Outcome.Success })
        .Select(o => (o.Start, o.End));

    private static (TimeSpan Pause, bool IsLowerBound) LongestPause(long[] ends, long from, long to)
    {
        var (last, longest) = (from, 0L);
        foreach (var end in ends.Where(e => e >= from && e <= to))
            (last, longest) = (end, Math.Max(longest, end - last));

        return (TimeSpan.FromTicks(Math.Max(longest, to - last)), to - last > longest);
    }
}

/// <summary>How a load went on after a fault, until the next one.</summary>
/// <param name="FirstSuccess">From its hit to the first success of a request sent when it was in effect; null without one.</param>
/// <param name="Pause">The longest time without a success, from the begin of the fault on.</param>
/// <param name="FullRate">From its hit to the first second after that success whose halves each had nine tenths of the successes of the
/// time before the first fault; null where there was none.</param>
/// <param name="PauseIsLowerBound">Whether no success ended that pause of a store that did not serve again.</param>
public sealed record Recovery(TimeSpan? FirstSuccess, TimeSpan Pause, TimeSpan? FullRate, bool PauseIsLowerBound = false);
