namespace EventSourcingBench.Checking.Checks;

/// <summary>What read-back showed of each event: a byte, its version, and its position where the store has positions and streams. Shared by
/// all checks of a step.</summary>
internal sealed class StoredEvents(SentEvents sent)
{
    private readonly Marks[] _marks = new Marks[sent.Count];
    private readonly uint[] _versions = new uint[sent.Count];
    private uint[]? _positions;
    private uint[]? _ranks;
    private uint _lastRank;

    public SentEvents Sent => sent;

    public StepHistory History => sent.History;

    public long Count => _marks.Length;

    /// <summary>The answered reads beside the load, each with the lane that has what it saw.</summary>
    public IEnumerable<(HistoryLane Lane, Operation Operation)> Reads => History.Lanes.SelectMany(
        lane => lane.Where((in o) => o is { Kind: OperationKind.Read, Outcome: Outcome.Success }), (lane, read) => (lane, read));

    public IEnumerable<Operation> Appends => History.Where((in o) => o.Kind == OperationKind.Append);

    public bool Has(long number, Marks mark) => (ulong)number < (ulong)_marks.Length && (_marks[number] & mark) != Marks.None;

    /// <summary>Whether the store has it, in a stream or in its order of all events.</summary>
    public bool IsThere(long number) => Has(number, Marks.Stored);

    /// <summary>The version at which it was found first; 0 where it was not.</summary>
    public long VersionOf(long number) => _versions[number];

    /// <summary>The lower 32 bits of the position that it had in its stream; 0 where it had none.</summary>
    public uint PositionOf(long number) => _positions?[number] ?? 0;

    /// <summary>Each position that several events have in their streams, once for each of them but the first.</summary>
    public IEnumerable<uint> RepeatedPositions()
    {
        uint[] sorted = [.. _positions ?? []];
        Array.Sort(sorted);
        return sorted.Zip(sorted.Skip(1)).Where(p => p.First == p.Second && p.First > 0).Select(p => p.First);
    }

    /// <summary>Keeps from now on the place of each event in the order of all, for <see cref="RankOf"/>.</summary>
    public void KeepRanks() => _ranks = new uint[Count];

    /// <summary>The next event in the order of all events.</summary>
    public void Rank(long number)
    {
        if (_ranks is { } ranks && ranks[number] == 0)
            ranks[number] = ++_lastRank;
    }

    /// <summary>Its place in the order of all events, from 1; 0 where that is not known.</summary>
    public uint RankOf(long number) => _ranks?[number] ?? 0;

    /// <returns>False when it had the mark already.</returns>
    public bool Mark(long number, Marks mark)
    {
        var had = Has(number, mark);
        _marks[number] |= mark;
        return !had;
    }

    public void Keep(long number, in FoundEvent found)
    {
        _versions[number] = (uint)Math.Clamp(found.Version, 0, uint.MaxValue);
        if (sent.HasStreams && found.Position is { } position)
            (_positions ??= new uint[Count])[number] = unchecked((uint)position);
    }

    public IEnumerable<long> Present() => Enumerable.InfiniteSequence(0L, 1L).TakeWhile(number => number < Count).Where(IsThere);

    /// <summary>What an <see cref="Observation"/> of an event must have.</summary>
    public uint FoldOf(in SentEvent sent) => Observation.FoldOf(
        sent.Hash, sent.Stream == Operation.NoKey ? "" : History.Keys[sent.Stream],
        Sent.HasStreams ? _positions?[sent.Number] : _versions[sent.Number]);

    public static IEnumerable<int> KeysOf(Operation operation) =>
        operation.SecondKey == Operation.NoKey ? [operation.Key] : [operation.Key, operation.SecondKey];
}

[Flags]
internal enum Marks : byte
{
    None = 0,
    Stored = 1, // Read back.
    StoredAgain = 2, // Read back by another process, after the store was opened again.
}
