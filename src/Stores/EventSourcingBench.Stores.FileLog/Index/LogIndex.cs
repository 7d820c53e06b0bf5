namespace EventSourcingBench.Stores.FileLog.Index;

/// <summary>The index of the log: its segments, its names, and the end of the readable part.</summary>
internal sealed class LogIndex : IDisposable
{
    private Segment[] _segments = [];
    private long _lastEvent;

    public Names<StreamState> Streams { get; } = new((number, name) => new StreamState(number, name));

    public Names<LogName> Types { get; } = new((number, name) => new LogName(number, name));

    /// <summary>Large frames with verified checksums. They are read event by event, so one check is enough.</summary>
    public ConcurrentDictionary<long, FrameHeader> Verified { get; } = new();

    /// <summary>The segments in order. The array is replaced, never changed.</summary>
    public IReadOnlyList<Segment> Segments => Volatile.Read(ref _segments);

    /// <summary>The address of the last readable event; 0 if there is none.</summary>
    public long LastEvent => Volatile.Read(ref _lastEvent);

    /// <summary>The address before which all events were removed.</summary>
    public long Removed => Segments[0].Base;

    /// <summary>The number of events so far. Used by the writer only.</summary>
    public long Events { get; set; }

    public void Add(Segment segment) => Volatile.Write(ref _segments, [.. _segments, segment]);

    public void RemoveOldest()
    {
        var oldest = _segments[0];
        Volatile.Write(ref _segments, _segments[1..]);
        foreach (var frame in Verified.Keys.Where(frame => frame < Removed))
            Verified.TryRemove(frame, out _);

        foreach (var stream in Streams.All)
            stream.Forget(Removed);

        oldest.File.Dispose();
    }

    public void Advance(long lastEvent) => Volatile.Write(ref _lastEvent, lastEvent);

    public Segment Find(long address) =>
        Array.FindLast(Volatile.Read(ref _segments), s => s.Base <= address) ?? throw Gone(address);

    public StoreUnavailableException Gone(long address) => new(
        $"The events at {address} were removed by {FileLogOptions.RetainBytes}: the log starts at {Removed}. Read from there, "
            + "or increase the option.");

    public void Dispose() => Array.ForEach(_segments, s => s.File.Dispose());
}
