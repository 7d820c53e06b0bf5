namespace EventSourcingBench.Stores.Sqlite.Streams;

/// <summary>The end of a stream during a bulk append: the next version, and the run that collects its events.</summary>
internal sealed class StreamEnd(StreamId stream, long version)
{
    /// <summary>With fewer events of a stream per call, index entries are cheaper to write and to read than a run.</summary>
    public const int LeastInRun = 8;

    /// <summary>About the size of a slice: a larger run would be unpacked again for each slice.</summary>
    public const int MostInRun = 512;

    private readonly List<long> _run = [];
    private long _version = version;
    private int _expected;

    /// <summary>Whether the events of this call are located by runs.</summary>
    public bool IsRun => _expected >= LeastInRun;

    /// <summary>Counts an event of the call. All events are counted before the first is added.</summary>
    public void Expect() => _expected++;

    public long Take(SqliteConnection connection, long position)
    {
        _version++;
        if (IsRun)
        {
            _run.Add(position);
            if (_run.Count == MostInRun)
                Close(connection);
        }

        return _version;
    }

    public void Close(SqliteConnection connection)
    {
        if (_run.Count > 0)
        {
            connection.Script("014_append_run")
                .Bind(1, stream.Value).Bind(2, _version - _run.Count + 1).Bind(3, _version).Bind(4, RunPositions.Pack(_run)).Run();
            _run.Clear();
        }
    }
}

/// <summary>The column <c>positions</c> of a run: distances from the previous position, 7 bits per byte, lowest first.</summary>
internal static class RunPositions
{
    public static byte[] Pack(IEnumerable<long> positions)
    {
        var packed = new MemoryStream();
        using var writer = new BinaryWriter(packed);
        var last = 0L;
        foreach (var position in positions)
        {
            writer.Write7BitEncodedInt64(position - last);
            last = position;
        }

        return packed.ToArray();
    }

    public static List<long> Read(ReadOnlySpan<byte> packed)
    {
        using var reader = new BinaryReader(new MemoryStream(packed.ToArray()));
        var positions = new List<long>(packed.Length);
        for (var position = 0L; reader.BaseStream.Position < packed.Length;)
            positions.Add(position += reader.Read7BitEncodedInt64());

        return positions;
    }
}
