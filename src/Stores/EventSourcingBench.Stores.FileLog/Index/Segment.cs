namespace EventSourcingBench.Stores.FileLog.Index;

/// <summary>An open segment.</summary>
internal sealed class Segment(ILogFile file, SegmentHeader header, string name)
{
    private const int BytesBetweenMarks = 64 * 1024;

    private readonly Lock _gate = new();
    private readonly List<long> _marks = [];
    private long _end = header.Base + SegmentHeader.Size;

    public ILogFile File { get; } = file;

    /// <summary>The file name.</summary>
    public string Name { get; } = name;

    public long Base { get; } = header.Base;

    /// <summary>The address of the last event before the segment; 0 if there is none.</summary>
    public long LastBefore { get; } = header.LastEvent;

    /// <summary>The address of the first frame.</summary>
    public long Start => Base + SegmentHeader.Size;

    /// <summary>The address after the last readable frame.</summary>
    public long End => Volatile.Read(ref _end);

    /// <summary>Makes a frame readable.</summary>
    public void Publish(long address, int length)
    {
        lock (_gate)
        {
            if (_marks.Count == 0 || address - _marks[^1] >= BytesBetweenMarks)
            {
                _marks.Add(address);
            }
        }

        Volatile.Write(ref _end, address + length);
    }

    /// <summary>A frame at or shortly before the address.</summary>
    public long FrameBefore(long address)
    {
        lock (_gate)
        {
            var found = _marks.BinarySearch(address);
            found = found < 0 ? ~found - 1 : found;
            return found < 0 ? Start : _marks[found];
        }
    }
}
