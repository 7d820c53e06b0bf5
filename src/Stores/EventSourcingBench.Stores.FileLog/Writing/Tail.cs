namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>The end of the log: the current segment, the current batch, and the address up to which data is certainly on disk.</summary>
/// <remarks>A failed flush is never retried: the operating system may have dropped the failed pages and marked them as clean, so that the
/// next flush succeeds without them. The writer stops. Opening the log again writes this part again.</remarks>
internal sealed class Tail(ILogFolder folder, LogIndex index, FileLogOptions options, TimeProvider time)
{
    private const int MostInABatch = 8 << 20;

    // A larger payload is written from where it is, without a copy.
    private const int CopiedBytes = 16 << 10;

    private readonly ArrayBufferWriter<byte> _batch = new(64 << 10);
    private readonly List<LogName> _defined = [];
    private Segment _segment = index.Segments[^1];
    private long _end = index.Segments[^1].End;
    private long _flushedTo = index.Segments[^1].End;

    // Since when acknowledged events wait for the next interval flush.
    private long? _dirtySince;
    private long _written;
    private long _forced;
    private long _commits;
    private long _rolled;

    /// <summary>The appends that the batch completes.</summary>
    public List<PendingAppend> InHand { get; } = [];

    public long LastEvent => index.LastEvent;

    /// <summary>Whether all acknowledged events are on disk.</summary>
    public bool IsForced => _flushedTo >= _segment.End;

    /// <summary>Since the store was opened.</summary>
    public WorkCounters Work => new(Interlocked.Read(ref _written), Interlocked.Read(ref _forced), Interlocked.Read(ref _commits));

    /// <summary>How many segments were started since then.</summary>
    public long Rolled => Interlocked.Read(ref _rolled);

    /// <summary>The time until the next interval flush, in whole milliseconds; infinite if there is nothing to flush.</summary>
    public TimeSpan UntilFlush => _dirtySince is { } since
        ? TimeSpan.FromMilliseconds(Math.Max(0, Math.Ceiling((options.SyncInterval - time.GetElapsedTime(since)).TotalMilliseconds)))
        : Timeout.InfiniteTimeSpan;

    /// <summary>Whether the current batch must be written first, because this one starts a new segment.</summary>
    public bool IsFull(Payload payload) => _end > _segment.Start && _end - _segment.Base + payload.Bytes.Length > options.SegmentSize;

    public void Add(PendingAppend append)
    {
        if (_batch.WrittenCount > MostInABatch)
            WriteBatch();

        InHand.Add(append);
        var payload = append.Payload;
        var first = payload.Streams[0].State;
        if (!append.Expected.IsAny && !append.Expected.Allows(first.WrittenVersion))
        {
            append.Result = new WrongExpectedVersion(append.Expected, first.WrittenVersion);
            return;
        }

        AddHead(payload);
        append.Result = new Appended(first.WrittenVersion, _end - payload.Bytes.Length + payload.LastEvent);
        if (payload.Bytes.Length > CopiedBytes)
            Write(_batch.WrittenMemory, payload.Bytes);
        else
            _batch.Write(payload.Bytes.Span);
    }

    /// <summary>Writes the batch, forces it to disk if the tier requires it, and makes it readable.</summary>
    public void Commit()
    {
        WriteBatch();
        Interlocked.Add(ref _commits, InHand.Count > 0 ? 1 : 0);
        if (options.Sync == FileLogOptions.Fsync)
            Flush();
        else if (options.Sync == FileLogOptions.Interval && _flushedTo < _end)
            _dirtySince ??= time.GetTimestamp();

        // The bytes first: a reader that sees a version or a position reads them.
        _segment.End = _end;
        foreach (var append in InHand)
        {
            if (append.Result is not Appended appended)
                continue;

            foreach (ref var stream in append.Payload.Streams)
                stream.State.Publish(stream.FirstVersion, stream.Count, stream.Entry);

            index.Advance(appended.Position!.Value);
        }
    }

    public void Flush()
    {
        if (_flushedTo < _end)
        {
            _segment.File.Flush();
            Interlocked.Increment(ref _forced);
            _flushedTo = _end;
            _dirtySince = null;
        }
    }

    public void FlushIfDue()
    {
        if (UntilFlush == TimeSpan.Zero)
            Flush();
    }

    /// <summary>Starts the next segment. The old one is forced to disk in every tier, so only the last segment can be torn.</summary>
    public void Roll()
    {
        Flush();
        _segment = Segment.Create(folder, new SegmentHeader(_end, index.Events, LastEvent));
        index.Add(_segment);
        _end = _segment.Start;
        _flushedTo = _end;
        Interlocked.Add(ref _written, SegmentHeader.Size);
        Interlocked.Increment(ref _rolled);
        Retain();
    }

    /// <summary>Assigns versions and addresses to the payload, adds the head of its frame to the batch, and moves the end behind the
    /// frame.</summary>
    /// <param name="others">Streams to define besides those of the payload.</param>
    private void AddHead(Payload payload, params ReadOnlySpan<StreamState> others)
    {
        var streams = payload.Streams;
        _defined.Clear();
        foreach (ref var stream in streams)
            Define(stream.State);

        foreach (var type in payload.Types)
            Define(type);

        foreach (var stream in others)
            Define(stream);

        var most = FrameHeader.Size + (streams.Length * StreamEntry.MostBytes);
        foreach (var name in _defined)
            most += Definition.MostBytes(name.Text);

        var head = _batch.GetSpan(most);
        var at = FrameHeader.Size;
        foreach (var name in _defined)
            at += new Definition(name is StreamState, name.Number, name.WrittenVersion, name.Text).Write(head[at..]);

        var table = at;
        foreach (ref var stream in streams)
        {
            var state = stream.State;
            (stream.Entry, stream.FirstVersion) = (_end + at, state.WrittenVersion + 1);
            var distance = state.WrittenEntry == 0 ? 0 : stream.Entry - state.WrittenEntry;
            at += new StreamEntry(state.Number, stream.FirstVersion, stream.Count, stream.First, at, distance).Write(head[at..]);
            (state.WrittenEntry, state.WrittenVersion) = (stream.Entry, state.WrittenVersion + stream.Count);
        }

        new FrameHeader(
            FrameHeader.Magic,
            HeadCrc: 0,
            payload.Crc,
            Length: at + payload.Bytes.Length,
            HeadLength: at,
            payload.Events,
            FirstEvent: index.Events,
            time.GetUtcNow().UtcTicks,
            payload.IsSingle ? -streams.Length : streams.Length,
            _flushedTo,
            _defined.Count,
            table,
            payload.LastEvent).Write(head, _end);
        _batch.Advance(at);
        _segment.Mark(_end);
        index.Events += payload.Events;
        _end += at + payload.Bytes.Length;
    }

    private void Define(LogName name)
    {
        if (name.DefinedIn != _segment.Base)
        {
            name.DefinedIn = _segment.Base;
            _defined.Add(name);
        }
    }

    private void WriteBatch()
    {
        if (_batch.WrittenCount > 0)
            Write(_batch.WrittenMemory);
    }

    private void Write(params ReadOnlyMemory<byte>[] parts)
    {
        var length = parts.Sum(p => (long)p.Length);
        _segment.File.Write(parts, _end - length - _segment.Base);
        _batch.ResetWrittenCount();
        Interlocked.Add(ref _written, length);
    }

    /// <summary>Removes the oldest segments beyond the retention limit. Versions that would be lost are written again.</summary>
    private void Retain()
    {
        while (options.Retained > 0 && index.Segments.Count > 1 && _segment.Base - index.Segments[1].Base >= options.Retained)
        {
            var next = index.Segments[1].Base;
            List<StreamState> ending =
                [.. index.Streams.All.Where(s => s.WrittenVersion > 0 && s.WrittenEntry < next && s.DefinedIn < next)];
            if (ending.Count > 0)
                KeepVersions(ending);

            var name = index.Segments[0].Name;
            index.RemoveOldest();
            folder.Delete(name);
            folder.Flush();
        }
    }

    private void KeepVersions(List<StreamState> streams)
    {
        var none = new Payload(index);
        none.Encode([]);
        AddHead(none, [.. streams]);
        WriteBatch();
        Flush();
        _segment.End = _end;
        streams.ForEach(s => s.WrittenEntry = 0);
    }
}
