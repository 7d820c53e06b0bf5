namespace EventSourcingBench.Stores.FileLog.Index;

internal sealed class Segment(ILogFile file, SegmentHeader header)
{
    public const string Suffix = ".segment";

    private const int BytesBetweenMarks = 64 * 1024;

    private readonly Lock _gate = new();
    private readonly List<long> _marks = [];

    public ILogFile File { get; } = file;

    public string Name => NameOf(Base);

    public long Base { get; } = header.Base;

    public long LastBefore { get; } = header.LastEvent;

    /// <summary>The address of the first frame.</summary>
    public long Start => Base + SegmentHeader.Size;

    /// <summary>The address after the last readable frame.</summary>
    public long End
    {
        get => Volatile.Read(ref field);
        set => Volatile.Write(ref field, value);
    } = header.Base + SegmentHeader.Size;

    /// <summary>Segments are named by the address of their first byte, so names sort by address.</summary>
    public static string NameOf(long baseAddress) => baseAddress.ToString("D20", CultureInfo.InvariantCulture) + Suffix;

    /// <summary>Creates a segment. Its header and folder entry are on disk before the first frame is written.</summary>
    public static Segment Create(ILogFolder folder, SegmentHeader header)
    {
        var file = folder.Create(NameOf(header.Base));
        var bytes = new byte[SegmentHeader.Size];
        header.Write(bytes);
        file.Write([bytes], 0);
        file.Flush();
        folder.Flush();
        return new Segment(file, header);
    }

    /// <summary>Makes the frame at the address one that <see cref="FrameBefore" /> may find.</summary>
    public void Mark(long address)
    {
        lock (_gate)
        {
            if (_marks.Count == 0 || address - _marks[^1] >= BytesBetweenMarks)
                _marks.Add(address);
        }
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
