namespace EventSourcingBench.Stores.FileLog;

/// <summary>A segment that is open.</summary>
internal sealed class Segment(ILogFile file, SegmentHeader header, string name)
{
    private const int BytesBetweenMarks = 64 * 1024;

    private readonly Lock _gate = new();
    private readonly List<long> _marks = [];
    private long _end = header.Base + SegmentHeader.Size;

    public ILogFile File { get; } = file;

    /// <summary>Its name in the folder.</summary>
    public string Name { get; } = name;

    public long Base { get; } = header.Base;

    /// <summary>The address of the last event before it; 0 where there is none.</summary>
    public long LastBefore { get; } = header.LastEvent;

    /// <summary>The address of the first frame.</summary>
    public long Start => Base + SegmentHeader.Size;

    /// <summary>The address behind the last frame that readers may see.</summary>
    public long End => Volatile.Read(ref _end);

    /// <summary>Lets readers see a frame.</summary>
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

    /// <summary>A frame at the address or not far before it.</summary>
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
