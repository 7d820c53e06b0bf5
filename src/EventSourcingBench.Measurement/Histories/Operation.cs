namespace EventSourcingBench.Measurement.Histories;

/// <summary>One operation of a history. Times are ticks of 100 ns of one host's monotonic clock: they can be compared with those of other
/// operations of that host, and with nothing else.</summary>
/// <remarks>64 bytes: a history has one for each request.</remarks>
/// <param name="Number">0 or more: what it is follows from seed and number. Of a bulk append, the number of its first event.</param>
/// <param name="Key">The index of its stream, or of the entity that it concerns, in <see cref="StepHistory.Keys"/>.</param>
/// <param name="SecondKey">The index of the second one, such as the student that joins a course; <see cref="NoKey"/> for none.</param>
/// <param name="Argument">A detail that its suite knows (a seat); of a bulk append, how many numbers it spans; of a read or a delivery, how
/// many events it saw.</param>
/// <param name="Hash"><see cref="ContentHash"/> of the event that was sent; 0 where the content follows from the number. Of a read, the
/// most events that it asked for.</param>
/// <param name="Lateness">How long after it was due; 0 in the closed model. At most 429 s are kept.</param>
/// <param name="Duration">From <paramref name="Start"/> to the answer, or until it was given up. At most 429 s are kept.</param>
/// <param name="Outcome">How it ended. <see cref="Outcomes.Outcome.Timeout"/>: no answer, whatever the reason.</param>
/// <param name="Conflicts">Version conflicts on the way to the answer. At most 65,535 are kept.</param>
/// <param name="Version">The acknowledged version in the stream, or the expected one, see <see cref="StepHistory.HasExpectedVersions"/>; 0
/// where none was answered. Of a conflict, the version that the store reported; of a read, the first that it asked for; of an operation
/// that a rule refused, the number that its suite gives to the refusal.</param>
/// <param name="Position">The acknowledged position in the store, 0 where none was answered. Of a read or a delivery, the index of what it
/// saw first, see <see cref="HistoryLane.Observed"/>.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct Operation(
    long Number, OperationKind Kind, int Key, int SecondKey, int Argument, ulong Hash, long Start, uint Lateness, uint Duration,
    Outcome Outcome, ushort Conflicts = 0, long Version = 0, long Position = 0)
{
    public const int NoKey = -1;

    /// <summary>When the answer came, or the operation was given up.</summary>
    public long End => Start + Duration;

    /// <summary>The latest moment at which the store may have carried it out: the end, or any time after it where no answer came.</summary>
    public long LatestEffect => Outcome == Outcome.Timeout || Duration == uint.MaxValue ? long.MaxValue : End;
}

public enum OperationKind : byte
{
    Append = 0, // Of one event, or of one fact that several streams keep; by a command or without.
    BulkAppend = 1, // Events of consecutive numbers by one call.
    Read = 2, // Of a stream, of the state of an entity, or of all events, made to verify the store during the load.
    Delivery = 3, // Of events by a subscription during the load.
    Load = 4, // Of a stream, a request of the suite: the version is the last that was read, the position the bits of a digest.
}

/// <summary>An event as a read or a delivery during the load showed it: 16 bytes.</summary>
/// <param name="Number">The number of the event; -1 for one that this step did not send.</param>
/// <param name="Version">Its version in its stream, or its position in a store without streams; at most 2^32 - 1 are kept.</param>
/// <param name="Fold">Its <see cref="ContentHash"/>, stream and position, folded by <see cref="FoldOf"/>.</param>
public readonly record struct Observation(long Number, uint Version, uint Fold)
{
    /// <param name="stream">The name that it had there; empty in a store without streams.</param>
    /// <param name="position">Its global position, of which the lower 32 bits count; null where the store has none.</param>
    public static uint FoldOf(ulong hash, string stream, long? position)
    {
        var both = hash ^ ContentHash.OfName(stream) ^ unchecked((uint)(position ?? 0));
        return (uint)(both ^ (both >> 32));
    }
}
