namespace EventSourcingBench.Stores.FileLog.Index;

/// <summary>A stream's version and the location of its events. Each entry of the log links to the previous one, so memory holds only
/// every 64th: a read starts at the next mark after its version and walks back.</summary>
internal sealed record StreamState(int Number, string Text) : LogName(Number, Text)
{
    private const int EntriesBetweenMarks = 64;
    private static readonly Comparer<Mark> ByVersion =
        Comparer<Mark>.Create((one, other) => one.FirstVersion.CompareTo(other.FirstVersion));

    private readonly Lock _gate = new();
    private List<Mark>? _marks;
    private int _sinceMark;
    private long _version;
    private long _lastEntry;

    public StreamId Id { get; } = new(Text);

    /// <summary>The last entry written. Used by the writer only.</summary>
    public long WrittenEntry { get; set; }

    /// <summary>The version visible to readers.</summary>
    public long Version => Volatile.Read(ref _version);

    public void Publish(long firstVersion, long count, long address)
    {
        lock (_gate)
        {
            Volatile.Write(ref _version, firstVersion + count - 1);
            _lastEntry = address;
            if (++_sinceMark == EntriesBetweenMarks)
            {
                _sinceMark = 0;
                (_marks ??= []).Add(new Mark(firstVersion, address));
            }
        }
    }

    /// <summary>Sets the version of a stream whose events were removed, from a definition.</summary>
    public void Restore(long version) => _version = WrittenVersion = version;

    /// <summary>The entry to walk back from to find a version: an entry at or after it; 0 if there is none.</summary>
    public long EntryBehind(long version)
    {
        lock (_gate)
        {
            var found = _marks?.BinarySearch(new Mark(version, 0), ByVersion) ?? -1;
            var mark = found < 0 ? ~found : found;
            return mark < _marks?.Count ? _marks[mark].Address : _lastEntry;
        }
    }

    public void Forget(long before)
    {
        lock (_gate)
        {
            _lastEntry = _lastEntry < before ? 0 : _lastEntry;
            _marks?.RemoveAll(mark => mark.Address < before);
            _marks = _marks?.Count == 0 ? null : _marks;
        }
    }

    private readonly record struct Mark(long FirstVersion, long Address);
}
