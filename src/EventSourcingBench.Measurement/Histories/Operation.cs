namespace EventSourcingBench.Measurement.Histories;

/// <summary>
/// One operation of a history. Times are ticks of 100 ns of one host's monotonic clock: they can be compared with those of other
/// operations of that host, and with nothing else.
/// </summary>
public readonly record struct Operation
{
    /// <summary>A key where an operation has none.</summary>
    public const int NoKey = -1;

    /// <summary>Its number, 0 or more: what it is follows from seed and number. Of a bulk append, the number of its first event.</summary>
    public required long Number { get; init; }

    /// <summary>What it asked.</summary>
    public required OperationKind Kind { get; init; }

    /// <summary>The index of its stream, or of the entity that it concerns, in <see cref="StepHistory.Keys"/>.</summary>
    public required int Key { get; init; }

    /// <summary>The index of the second one, such as the student that joins a course; <see cref="NoKey"/> where there is none.</summary>
    public required int SecondKey { get; init; }

    /// <summary>
    /// A detail that its suite knows (a seat); of a bulk append, how many numbers it spans; of a read or a delivery, how many events
    /// it saw.
    /// </summary>
    public required int Argument { get; init; }

    /// <summary>
    /// <see cref="ContentHash"/> of the event that was sent; 0 where the content follows from the number. Of a read, the most events
    /// that it asked for.
    /// </summary>
    public required ulong Hash { get; init; }

    /// <summary>When it was sent.</summary>
    public required long Start { get; init; }

    /// <summary>How long after it was due; 0 in the closed model. At most 429 s are kept.</summary>
    public required uint Lateness { get; init; }

    /// <summary>From <see cref="Start"/> to the answer, or until it was given up. At most 429 s are kept.</summary>
    public required uint Duration { get; init; }

    /// <summary>How it ended. <see cref="Outcomes.Outcome.Timeout"/>: no answer, whatever the reason.</summary>
    public required Outcome Outcome { get; init; }

    /// <summary>Version conflicts on the way to the answer.</summary>
    public required int Conflicts { get; init; }

    /// <summary>
    /// The acknowledged version in the stream, or the expected one, see <see cref="StepHistory.HasExpectedVersions"/>; 0 where none was
    /// answered. Of a read, the first version that it asked for; of an
    /// operation that a rule refused, the number that its suite gives to the refusal.
    /// </summary>
    public required long Version { get; init; }

    /// <summary>
    /// The acknowledged position in the store, 0 where none was answered. Of a read or a delivery, the index of what it saw
    /// first, see <see cref="HistoryLane.Observed"/>.
    /// </summary>
    public required long Position { get; init; }

    /// <summary>When the answer came, or the operation was given up.</summary>
    public long End => Start + Duration;

    /// <summary>The latest moment at which the store may have carried it out: the end, or any time after it where no answer came.</summary>
    public long LatestEffect => Outcome == Outcome.Timeout ? long.MaxValue : End;
}
