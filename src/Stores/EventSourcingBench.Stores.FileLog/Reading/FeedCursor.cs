namespace EventSourcingBench.Stores.FileLog.Reading;

/// <summary>Reads all events after a position.</summary>
internal sealed class FeedCursor : IDisposable
{
    private readonly LogIndex _index;
    private readonly IEnumerator<RecordedEvent> _events;
    private long _position;

    /// <exception cref="FormatException">No event is at the position.</exception>
    /// <exception cref="StoreUnavailableException">The next event was removed, or the end of the log was lost.</exception>
    public FeedCursor(LogIndex index, long after)
    {
        (_index, _position) = (index, after);
        var first = index.Segments[0];
        if (after > 0 && after < first.LastBefore)
            throw index.Gone(after);

        if (after > index.LastEvent)
        {
            throw new StoreUnavailableException(
                $"The checkpoint {after} is after the log's last event, at {index.LastEvent}: the end of the log was lost, or "
                    + "the checkpoint belongs to another log. Use a checkpoint of this log.", Lost(index));
        }

        var isThere = after > first.LastBefore;
        _events = EventsFrom(index, isThere ? index.Find(after).FrameBefore(after) : first.Start).GetEnumerator();
        while (isThere && _events.MoveNext() && _events.Current.Position < after)
        {
        }

        if (isThere && _events.Current.Position != after)
            throw new FormatException($"'{after}' is not a checkpoint of this store: no event is there.", Lost(index));
    }

    public (IReadOnlyList<RecordedEvent> Events, bool CaughtUp) Read(int mostEvents, long mostBytes)
    {
        var (events, last) = (new List<RecordedEvent>(), _index.LastEvent);
        for (var bytes = 0L; _position < last && events.Count < mostEvents && bytes < mostBytes && _events.MoveNext();)
        {
            var recorded = _events.Current;
            events.Add(recorded);
            _position = recorded.Position!.Value;
            bytes += recorded.Data.Length + recorded.Metadata.Length;
        }

        return (events, _position >= last);
    }

    public void Dispose() => _events.Dispose();

    // A projection then starts at the first event, unless that was removed.
    private static LostHistoryException? Lost(LogIndex index) => index.Removed == 0 ? new LostHistoryException() : null;

    // Without an end: it is asked for events that are there only.
    private static IEnumerable<RecordedEvent> EventsFrom(LogIndex index, long frameAddress)
    {
        using var reader = new LogReader(index);
        var streams = Array.Empty<(StreamId Id, long NextVersion)>();
        while (true)
        {
            frameAddress = Math.Max(frameAddress, reader.SegmentOf(frameAddress).Start);
            var frame = reader.Frame(frameAddress);
            if (streams.Length < frame.Streams)
                streams = new (StreamId, long)[frame.Streams];

            var from = new FieldReader(reader.Get(frameAddress, frame.HeadLength), frame.Table);
            for (var i = 0; i < frame.Streams; i++)
            {
                var entry = StreamEntry.Read(ref from);
                var state = from.IsWhole ? index.Streams.Find(entry.Stream) : null;
                streams[i] = (state?.Id ?? throw reader.Damaged(frameAddress), entry.FirstVersion);
            }

            var address = frameAddress + frame.HeadLength;
            frameAddress += frame.Length;
            for (var left = frame.Events; left > 0; left--)
            {
                var head = reader.EventHead(address, frame.IsSingle);
                if (head.Stream >= frame.Streams)
                    throw reader.Damaged(address);

                var (stream, version) = streams[head.Stream];
                streams[head.Stream].NextVersion++;
                yield return reader.Event(address, head, stream, version, frame.RecordedAtTicks, out var size);
                address += size;
            }
        }
    }
}
