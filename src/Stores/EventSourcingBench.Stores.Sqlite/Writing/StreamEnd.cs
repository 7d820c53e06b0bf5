using System.Buffers;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Shared.Sqlite;

namespace EventSourcingBench.Stores.Sqlite;

/// <summary>The end of a stream while a bulk append adds to it: the next version, and the run that its events gather in.</summary>
internal sealed class StreamEnd(StreamId stream, long version)
{
    /// <summary>With fewer events of a stream in one call, an entry of the index for each is cheaper to write and to read.</summary>
    public const int LeastInRun = 8;

    /// <summary>About what a slice of a read takes: more would be unpacked again for each slice.</summary>
    public const int MostInRun = 512;

    private readonly ArrayBufferWriter<byte> _positions = new();
    private long _version = version;
    private long _lastPosition;
    private int _expected;
    private int _inRun;

    /// <summary>Whether the events of this call are found by runs.</summary>
    public bool IsRun => _expected >= LeastInRun;

    /// <summary>Counts an event that is to come. All are counted before the first is taken.</summary>
    public void Expect() => _expected++;

    /// <summary>Takes an event. Gives its version.</summary>
    /// <param name="connection">The writer's, which may write a run that is full.</param>
    /// <param name="position">Where the event will be.</param>
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

    /// <summary>Writes the run, if one is open.</summary>
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
