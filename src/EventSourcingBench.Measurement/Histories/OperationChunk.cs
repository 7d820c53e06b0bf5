namespace EventSourcingBench.Measurement.Histories;

/// <summary>Some operations of a lane as columns: 64 bytes each. Few enough to stay out of the large object heap.</summary>
internal sealed class OperationChunk
{
    public const int Length = 512;
    public const int Bytes = Length * 64;

    private readonly long[] _numbers = new long[Length];
    private readonly long[] _starts = new long[Length];
    private readonly long[] _versions = new long[Length];
    private readonly long[] _positions = new long[Length];
    private readonly ulong[] _hashes = new ulong[Length];
    private readonly uint[] _latenesses = new uint[Length];
    private readonly uint[] _durations = new uint[Length];
    private readonly int[] _keys = new int[Length];
    private readonly int[] _secondKeys = new int[Length];
    private readonly int[] _arguments = new int[Length];
    private readonly ushort[] _conflicts = new ushort[Length];
    private readonly OperationKind[] _kinds = new OperationKind[Length];
    private readonly byte[] _outcomes = new byte[Length];

    public int Count { get; private set; }

    public Operation this[int index]
    {
        get => new()
        {
            Number = _numbers[index],
            Kind = _kinds[index],
            Key = _keys[index],
            SecondKey = _secondKeys[index],
            Argument = _arguments[index],
            Hash = _hashes[index],
            Start = _starts[index],
            Lateness = _latenesses[index],
            Duration = _durations[index],
            Outcome = (Outcome)_outcomes[index],
            Conflicts = _conflicts[index],
            Version = _versions[index],
            Position = _positions[index],
        };
        set
        {
            _numbers[index] = value.Number;
            _kinds[index] = value.Kind;
            _keys[index] = value.Key;
            _secondKeys[index] = value.SecondKey;
            _arguments[index] = value.Argument;
            _hashes[index] = value.Hash;
            _starts[index] = value.Start;
            _latenesses[index] = value.Lateness;
            _durations[index] = value.Duration;
            _outcomes[index] = (byte)value.Outcome;
            _conflicts[index] = (ushort)Math.Min(value.Conflicts, ushort.MaxValue);
            _versions[index] = value.Version;
            _positions[index] = value.Position;
        }
    }

    public void Add(in Operation operation) => this[Count++] = operation;

    /// <summary>Writes what is known of the last one when it ends, and nothing else: this is done once for each request.</summary>
    public void EndLast(Outcome outcome, uint duration, long version, long position, int argument, int conflicts)
    {
        var last = Count - 1;
        _outcomes[last] = (byte)outcome;
        _durations[last] = duration;
        _versions[last] = version;
        _positions[last] = position;
        _arguments[last] = argument;
        _conflicts[last] = (ushort)Math.Min(conflicts, ushort.MaxValue);
    }
}
