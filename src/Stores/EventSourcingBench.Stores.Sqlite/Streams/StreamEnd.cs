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
            {
                Close(connection);
            }
        }

        return _version;
    }

    /// <summary>Writes the current run, if there is one.</summary>
    public void Close(SqliteConnection connection)
    {
        if (_inRun > 0)
        {
            connection.Statement(Sql.AppendRun)
                .Bind(1, stream.Value).Bind(2, _version - _inRun + 1).Bind(3, _version).Bind(4, _positions.WrittenSpan).Run();
            (_inRun, _lastPosition) = (0, 0);
            _positions.ResetWrittenCount();
        }
    }
}
