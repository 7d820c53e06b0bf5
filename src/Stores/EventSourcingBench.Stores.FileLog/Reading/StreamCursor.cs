namespace EventSourcingBench.Stores.FileLog.Reading;

/// <summary>
/// Reads one stream forward: it walks back from the next mark to the wanted version, at most 64 entries, then forward through
/// the events of these entries.
/// </summary>
internal sealed class StreamCursor(LogIndex index, StreamState stream, long fromVersion, long maxCount) : IDisposable
{
    private readonly LogReader _reader = new(index);
    private readonly Stack<(long Frame, StreamEntry Entry)> _entries = new();
    private readonly long _last = stream.Version;
    private long _wanted = maxCount;
    private bool _isBegun;
    private long _next = fromVersion;
    private long _address;
    private long _left;
    private long _nextInFrame;
    private FrameHeader _frame;

    /// <summary>Reads until enough events or bytes are collected; returns false at the end of the stream.</summary>
    public bool Read(List<RecordedEvent> into, int mostEvents, long mostBytes)
    {
        long bytes = 0;
        while (_next <= _last && _wanted > 0 && into.Count < mostEvents && bytes < mostBytes)
        {
            if (_left == 0 && !Enter())
                return false;

            var address = _address;
            var head = _reader.EventHead(address, _frame.IsSingle);
            if (_nextInFrame < _next)
            {
                // The data is skipped. A frame of one stream has no links, so the lengths lead to the next event.
                Step(head, _frame.IsSingle ? Size(address, head) : 0);
                continue;
            }

            into.Add(_reader.Event(address, head, stream.Id, _next, _frame.RecordedAtTicks, out var size));
            bytes += size;
            _next++;
            _wanted--;
            Step(head, size);
        }

        return _next <= _last && _wanted > 0;
    }

    public void Dispose() => _reader.Dispose();

    private void Step(EventHead head, int size)
    {
        _nextInFrame++;
        _left--;
        if (_left > 0 && !_frame.IsSingle && head.Next == 0)
            throw _reader.Damaged(_address);

        _address += _frame.IsSingle ? size : head.Next;
    }

    private int Size(long address, EventHead head)
    {
        _reader.Event(address, head, stream.Id, version: 0, _frame.RecordedAtTicks, out var size);
        return size;
    }

    /// <summary>Moves to the frame with the next version, or to the first later one that still exists.</summary>
    private bool Enter()
    {
        if (_entries.Count == 0)
            WalkBack();

        if (!_entries.TryPop(out var found))
            return _isBegun ? throw index.Gone(_address) : false;

        _frame = _reader.Frame(found.Frame);
        if (_isBegun && found.Entry.FirstVersion > _next)
            throw index.Gone(_address);

        _isBegun = true;
        _address = found.Frame + _frame.HeadLength + found.Entry.First;
        _left = found.Entry.Count;
        _nextInFrame = found.Entry.FirstVersion;
        _next = Math.Max(_next, found.Entry.FirstVersion);
        return _next <= _last;
    }

    private void WalkBack()
    {
        var address = stream.EntryBehind(_next);
        while (address >= index.Removed && address > 0)
        {
            var entry = _reader.Entry(address, isBackward: true);
            if (entry.Stream != stream.Number)
                throw _reader.Damaged(address);

            if (entry.FirstVersion + entry.Count > _next)
                _entries.Push((address - entry.Back, entry));

            if (entry.FirstVersion <= _next || entry.PreviousDistance == 0)
                return;

            address -= entry.PreviousDistance;
        }
    }
}
