namespace EventSourcingBench.Measurement;

/// <summary>The parameters of a suite as they were run.</summary>
public sealed record WorkloadRecord
{
    /// <summary>The question that the suite answers, in one sentence.</summary>
    public required string Question { get; init; }

    /// <summary>Constant copies, one step each; empty in the open model.</summary>
    public IReadOnlyList<int> Copies { get; init; } = [];

    /// <summary>Requests a second, one step each; empty in the closed model.</summary>
    public IReadOnlyList<double> Rates { get; init; } = [];

    /// <summary>True when the load rises from nothing to the step's value over the step's time.</summary>
    public bool Ramp { get; init; }

    /// <summary>Measured time of each step, without the warm-up.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Time before the measured time whose requests are dropped.</summary>
    public required TimeSpan WarmUp { get; init; }

    /// <summary>How often each step was run.</summary>
    public required int Trials { get; init; }

    /// <summary>1: all on one contended stream, as published; n: spread over n streams.</summary>
    public required int Streams { get; init; }

    /// <summary>
    /// Operations whose events are in the store before the load, one step each; empty in suites that know no such thing.
    /// </summary>
    public IReadOnlyList<long> Preloads { get; init; } = [];

    /// <summary>Courses that all clients share; 0 where each has its own. Suite <c>enrolment</c> only.</summary>
    public int HotCourses { get; init; }

    /// <summary>How many shows are created first; 0 in other suites than <c>reservation</c>.</summary>
    public int Shows { get; init; }

    /// <summary>How many seats each show has. Suite <c>reservation</c> only.</summary>
    public int Seats { get; init; }

    /// <summary>Of how many shows the requests are shuffled together in the concurrent order. Suite <c>reservation</c> only.</summary>
    public int Grouping { get; init; }

    /// <summary><c>serial</c>, <c>concurrent</c>, <c>hot</c>: in which order requests come, one step each; empty in other suites than <c>reservation</c>.</summary>
    public IReadOnlyList<string> Orders { get; init; } = [];

    /// <summary><c>optimistic</c>, <c>single-writer</c>, <c>snapshot</c>: how the command side runs, one step each; empty in other suites than <c>reservation</c>.</summary>
    public IReadOnlyList<string> Strategies { get; init; } = [];

    /// <summary>How often an append is attempted before a version conflict is reported. Suite <c>reservation</c> only.</summary>
    public int Tries { get; init; }

    /// <summary>Zipf's exponents of the order <c>hot</c>, one step each; 0 is even. Suite <c>reservation</c> only.</summary>
    public IReadOnlyList<double> Skews { get; init; } = [];

    /// <summary>The one exponent of a run of a time when there were not several; null since.</summary>
    public double? Skew { get; init; }

    /// <summary>The bound whose highest rate is searched, from the first rate on; null: the rates are run as they are. Suite <c>reservation</c> only.</summary>
    public SloRecord? Slo { get; init; }

    /// <summary>Events that each trial appends, one step each; empty in other suites than <c>ingest</c>.</summary>
    public IReadOnlyList<long> Counts { get; init; } = [];

    /// <summary>Bytes of event data at which a buffer is flushed, one step each; empty in other suites than <c>ingest</c>.</summary>
    public IReadOnlyList<long> Buffers { get; init; } = [];

    /// <summary><c>blocking</c>, <c>non-blocking</c>, one step each; empty in other suites than <c>ingest</c>.</summary>
    public IReadOnlyList<string> BufferModes { get; init; } = [];

    /// <summary>Bytes that events may take while they wait in a non-blocking buffer; 0 in other suites than <c>ingest</c>.</summary>
    public long MemoryLimit { get; init; }

    /// <summary>A buffer is flushed when its oldest event has waited for so long, full or not; 0 in other suites than <c>ingest</c>.</summary>
    public TimeSpan Linger { get; init; }

    /// <summary>How many nodes keep the events, one step each for a store that can have several; empty in suites that know no such thing.</summary>
    public IReadOnlyList<int> Nodes { get; init; } = [];

    /// <summary>When a node is killed, since the start of the last trial; null: none is. Suite <c>ingest</c> only.</summary>
    public TimeSpan? KillNodeAt { get; init; }

    /// <summary>How many events the store grows to; 0 in other suites than <c>growth</c>.</summary>
    public long Events { get; init; }

    /// <summary>How many events there are between two samples. Suite <c>growth</c> only.</summary>
    public long SampleEvery { get; init; }

    /// <summary>Single appends a second while a growing store is measured, whatever it does; 0: none.</summary>
    public double Background { get; init; }

    /// <summary>After this time a request counts as a timeout.</summary>
    public required TimeSpan Timeout { get; init; }
}
