using System.Buffers;

namespace EventSourcingBench.Stores.Sqlite.Streams;

/// <summary>The end of a stream during a bulk append: the next version, and the run that collects its events.</summary>
internal sealed class StreamEnd(StreamId stream, long version)
{
    /// <summary>With fewer events of a stream per call, index entries are cheaper to write and to read than a run.</summary>
    public const int LeastInRun = 8;

    /// <summary>About the size of a slice: a larger run would be unpacked again for each slice.</summary>
    public const int MostInRun = 512;

    private readonly ArrayBufferWriter<byte> _positions = new();
    private long _version = version;
    private long _lastPosition;
    private int _expected;
    private int _inRun;

    /// <summary>Whether the events of this call are located by runs.</summary>
    public bool IsRun => _expected >= LeastInRun;

    /// <summary>Counts an event of the call. All events are counted before the first is added.</summary>
    public void Expect() => _expected++;

    public long Take(SqliteConnection connection, long position)
    {
        _version++;
        if (IsRun)
        {
            RunPositions.Add(_positions, position - _lastPosition);
            _lastPosition = position;
            if (++_inRun == MostInRun)
                Close(connection);
        }

        return _version;
    }

    /// <summary>Writes the current run, if there is one.</summary>
    public void Close(SqliteConnection connection)
    {
        if (_inRun > 0)
        {
            connection.Script("014_append_run")
                .Bind(1, stream.Value).Bind(2, _version - _inRun + 1).Bind(3, _version).Bind(4, _positions.WrittenSpan).Run();
            (_inRun, _lastPosition) = (0, 0);
            _positions.ResetWrittenCount();
        }
    }
}

/// <summary>
/// The column <c>positions</c> of a run: distances with 7 bits per byte, lowest first; the eighth bit marks a continuation.
/// </summary>
internal static class RunPositions
{
    private const int Bits = 7;
    private const int More = 1 << Bits;
    private const int LongestDistance = 10;

    /// <summary>Adds a position by its distance from the previous one.</summary>
    public static void Add(IBufferWriter<byte> to, long distance)
    {
        var bytes = to.GetSpan(LongestDistance);
        var count = 0;
        for (; distance >= More; distance >>= Bits)
            bytes[count++] = (byte)(distance | More);

        bytes[count++] = (byte)distance;
        to.Advance(count);
    }

    public static List<long> Read(ReadOnlySpan<byte> positions)
    {
        var read = new List<long>(positions.Length);
        var (position, distance, shift) = (0L, 0L, 0);
        foreach (var part in positions)
        {
            distance |= (long)(part & (More - 1)) << shift;
            shift += Bits;
            if ((part & More) == 0)
            {
                read.Add(position += distance);
                (distance, shift) = (0, 0);
            }
        }

        return read;
    }
}
