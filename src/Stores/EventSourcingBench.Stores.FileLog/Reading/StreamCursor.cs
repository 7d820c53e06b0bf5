namespace EventSourcingBench.Stores.FileLog.Reading;

/// <summary>Reads one stream forward: walks back from the next mark, at most 64 entries, then reads their events.</summary>
internal sealed class StreamCursor(LogIndex index, StreamState stream, long fromVersion) : IDisposable
{
    private readonly LogReader _reader = new(index);
    private readonly Stack<(long Frame, StreamEntry Entry)> _entries = new();
    private readonly long _last = stream.Version;
    private bool _isBegun;
    private long _next = fromVersion;
    private long _address;
    private long _left;
    private long _nextInFrame;
    private FrameHeader _frame;

    /// <summary>The next event; null at the end of the stream.</summary>
    public RecordedEvent? Next()
    {
        while (_next <= _last && (_left > 0 || Enter()))
        {
            var (address, isWanted, size) = (_address, _nextInFrame == _next, 0);
            var head = _reader.EventHead(address, _frame.IsSingle);

            // An unwanted event is skipped by its link. A frame of one stream has no links, so the lengths lead to the next event.
            var recorded = isWanted || _frame.IsSingle
                ? _reader.Event(address, head, stream.Id, _nextInFrame, _frame.RecordedAtTicks, out size)
                : null;
            _nextInFrame++;
            _left--;
            if (_left > 0 && !_frame.IsSingle && head.Next == 0)
                throw _reader.Damaged(address);

            _address += _frame.IsSingle ? size : head.Next;
            if (isWanted)
            {
                _next++;
                return recorded;
            }
        }

        return null;
    }

    public void Dispose() => _reader.Dispose();

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
