using System.Buffers;

namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>The end of the log: the current segment, the current batch, and the address up to which data is certainly on disk.</summary>
/// <remarks>
/// A failed flush is never retried: the operating system may have dropped the failed pages and marked them as clean, so that
/// the next flush succeeds without them. The writer stops. Opening the log again reads what is on disk.
/// </remarks>
internal sealed class Tail(ILogFolder folder, LogIndex index, FileLogOptions options, TimeProvider time)
{
    private const int MostInABatch = 8 << 20;

    // A larger payload is written from where it is, without a copy.
    private const int CopiedBytes = 16 << 10;

    private readonly List<PendingAppend> _appends = [];
    private readonly ArrayBufferWriter<byte> _batch = new(64 << 10);
    private Segment _segment = index.Segments[^1];
    private long _end = index.Segments[^1].End;
    private long _events = index.Events;
    private long _flushedTo = index.Segments[^1].End;
    private long _flushedAt = time.GetTimestamp();
    private long _written;

    /// <summary>The appends that the batch completes.</summary>
    public IReadOnlyList<PendingAppend> InHand => _appends;

    public long LastEvent => index.LastEvent;

    /// <summary>Bytes written since the store was opened.</summary>
    public long WrittenBytes => Interlocked.Read(ref _written);

    /// <summary>Whether data waits for the interval flush.</summary>
    public bool IsDirty => options.Sync == SyncMode.Interval && _flushedTo < _end;

    /// <summary>Whether the current batch must be written first, because this one starts a new segment.</summary>
    public bool IsFull(Payload payload) =>
        _end > _segment.Start && _end - _segment.Base + payload.Bytes.Length > options.SegmentSize;

    /// <summary>Checks the expected version and adds the frame to the batch.</summary>
    public void Add(PendingAppend append)
    {
        if (_batch.WrittenCount > MostInABatch)
            WriteBatch();

        var payload = append.Payload;
        _appends.Add(append);
        if (!append.Expected.IsAny && !append.Expected.Allows(payload.Streams[0].State.WrittenVersion))
        {
            append.Result = new WrongExpectedVersion(append.Expected, payload.Streams[0].State.WrittenVersion);
            return;
        }

        append.Address = _end;
        append.Length = FrameWriter.Write(_batch, payload, Place());
        append.Result = new Appended(
            payload.Streams[0].State.WrittenVersion, _end + append.Length - payload.Bytes.Length + payload.LastEvent);
        _end += append.Length;
        _events += payload.Events;
        if (payload.Bytes.Length > CopiedBytes)
            Write(_batch.WrittenMemory, payload.Bytes);
        else
            _batch.Write(payload.Bytes.Span);
    }

    /// <summary>Writes the batch, forces it to disk if the tier requires it, and makes it readable.</summary>
    public void Commit()
    {
        WriteBatch();
        if (options.Sync == SyncMode.Fsync)
            Flush();

        foreach (var append in _appends)
            Publish(append);
    }

    public void Clear() => _appends.Clear();

    public void Flush()
    {
        if (_flushedTo < _end)
        {
            _segment.File.Flush();
            _flushedTo = _end;
            _flushedAt = time.GetTimestamp();
        }
    }

    public void FlushIfDue()
    {
        if (IsDirty && time.GetElapsedTime(_flushedAt) >= options.SyncInterval)
            Flush();
    }

    /// <summary>
    /// Completes the segment and starts the next. The old segment is forced to disk in every tier, so only the last segment can be torn.
    /// </summary>
    public void Roll()
    {
        Flush();
        _segment = Segment.Create(folder, new SegmentHeader(_end, _events, LastEvent));
        index.Add(_segment);
        _end = _segment.Start;
        _flushedTo = _end;
        Interlocked.Add(ref _written, SegmentHeader.Size);
        Retain();
    }

    private FramePlace Place() => new(_end, _segment.Base, _events, _flushedTo, time.GetUtcNow().UtcTicks);

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

    private void Publish(PendingAppend append)
    {
        if (append.Length == 0)
            return;

        foreach (ref var stream in append.Payload.Streams)
            stream.State.Publish(stream.FirstVersion, stream.Count, stream.Entry);

        _segment.Publish(append.Address, append.Length);
        index.Events += append.Payload.Events;
        index.Advance(((Appended)append.Result!).Position!.Value);
    }

    /// <summary>
    /// Removes the oldest segments beyond the retention limit. The versions of streams that lose their last events are first
    /// written again, so that they continue.
    /// </summary>
    private void Retain()
    {
        while (options.Retained > 0 && index.Segments.Count > 1 && _segment.Base - index.Segments[1].Base >= options.Retained)
        {
            var next = index.Segments[1].Base;
            List<StreamState> ending =
                [.. index.Streams.All().Where(s => s.WrittenVersion > 0 && s.WrittenEntry < next && s.DefinedIn < next)];
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
        var address = _end;
        var length = FrameWriter.Write(_batch, none, Place(), streams);
        _end += length;
        WriteBatch();
        Flush();
        _segment.Publish(address, length);
        streams.ForEach(s => s.WrittenEntry = 0);
    }
}
