namespace EventSourcingBench.Stores.FileLog.Reading;

internal sealed class FeedCursor : IDisposable
{
    private readonly LogIndex _index;
    private readonly LogReader _reader;
    private long _frameAddress;
    private FrameHeader _frame;
    private long _address;
    private int _left;
    private (StreamId Id, long NextVersion)[] _streams = [];

    /// <summary>Moves to the event after the position.</summary>
    public FeedCursor(LogIndex index, long after)
    {
        _index = index;
        _reader = new LogReader(index);
        Position = after;
        _frameAddress = index.Segments[0].Start;
        if (after > 0)
            Seek(after);
    }

    public long Position { get; private set; }

    public (IReadOnlyList<RecordedEvent> Events, bool CaughtUp) Read(int mostEvents, long mostBytes)
    {
        var (events, last) = (new List<RecordedEvent>(), _index.LastEvent);
        for (var bytes = 0L; Position < last && events.Count < mostEvents && bytes < mostBytes;)
        {
            while (_left == 0)
                Enter();

            events.Add(Next(out var size));
            bytes += size;
        }

        return (events, Position >= last);
    }

    public void Dispose() => _reader.Dispose();

    private void Seek(long after)
    {
        var first = _index.Segments[0];
        if (after < first.LastBefore)
            throw _index.Gone(after);

        if (after > _index.LastEvent)
        {
            throw new StoreUnavailableException(
                $"The checkpoint {after} is after the log's last event, at {_index.LastEvent}: the end of the log was lost, or "
                    + "the checkpoint belongs to another log. Use a checkpoint of this log.");
        }

        if (after == first.LastBefore)
            return;

        _frameAddress = _index.Find(after).FrameBefore(after);
        do
        {
            Enter();
        }
        while (after >= _frameAddress);

        Position = 0;
        while (Position < after && _left > 0)
            Next(out _);

        if (Position != after)
            throw new FormatException($"'{after}' is not a checkpoint of this store: no event is there.");
    }

    private void Enter()
    {
        _frameAddress = Math.Max(_frameAddress, _index.Find(_frameAddress).Start);
        _frame = _reader.Frame(_frameAddress);
        if (_streams.Length < _frame.Streams)
            _streams = new (StreamId, long)[_frame.Streams];

        var from = new FieldReader(_reader.Get(_frameAddress, _frame.HeadLength), _frame.Table);
        for (var i = 0; i < _frame.Streams; i++)
        {
            var entry = StreamEntry.Read(ref from);
            var state = from.IsWhole ? _index.Streams.Find(entry.Stream) : null;
            _streams[i] = (state?.Id ?? throw _reader.Damaged(_frameAddress), entry.FirstVersion);
        }

        _address = _frameAddress + _frame.HeadLength;
        _left = _frame.Events;
        _frameAddress += _frame.Length;
    }

    private RecordedEvent Next(out int size)
    {
        var head = _reader.EventHead(_address, _frame.IsSingle);
        if (head.Stream >= _frame.Streams)
            throw _reader.Damaged(_address);

        ref var stream = ref _streams[head.Stream];
        var recorded = _reader.Event(_address, head, stream.Id, stream.NextVersion++, _frame.RecordedAtTicks, out size);
        Position = _address;
        _address += size;
        _left--;
        return recorded;
    }
}
