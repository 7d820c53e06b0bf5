using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.FileLog;

/// <summary>The end of the log: the segment that grows, the batch in hand, and what is on disk for certain.</summary>
/// <remarks>
/// A flush that failed is never tried again: the operating system may have dropped the very pages that it could not
/// write and called them clean, so that the next flush succeeds without them. The writer stops, and whoever opens the log
/// again reads what is really there.
/// </remarks>
internal sealed class Tail(ILogFolder folder, LogIndex index, FileLogOptions options, TimeProvider time)
{
    private const long MostInABatch = 8 << 20;

    private readonly Batch _batch = new();
    private Segment _segment = index.Segments[^1];
    private long _end = index.Segments[^1].End;
    private long _events = index.Events;
    private long _flushedTo = index.Segments[^1].End;
    private long _flushedAt = time.GetTimestamp();
    private long _written;

    /// <summary>The appends that the batch will answer.</summary>
    public IReadOnlyList<PendingAppend> InHand => _batch.Appends;

    /// <summary>The address of the last event that readers see.</summary>
    public long LastEvent => index.LastEvent;

    /// <summary>Bytes written since the store was opened.</summary>
    public long WrittenBytes => Interlocked.Read(ref _written);

    /// <summary>Whether something waits for the interval's flush.</summary>
    public bool IsDirty => options.Sync == SyncMode.Interval && _flushedTo < _end;

    /// <summary>Whether the batch must be written before this one, to a segment that then ends.</summary>
    public bool IsFull(Payload payload) =>
        _end > _segment.Start && _end - _segment.Base + payload.Bytes.Length > options.SegmentSize;

    /// <summary>Decides on the append and puts its frame behind those in hand.</summary>
    public void Add(PendingAppend append)
    {
        if (_batch.Unwritten > MostInABatch)
        {
            WriteBatch();
        }

        var payload = append.Payload;
        _batch.Appends.Add(append);
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
    }

    /// <summary>Writes the batch, forces it to disk where the tier says so, and lets readers see it.</summary>
    public void Commit()
    {
        WriteBatch();
        if (options.Sync == SyncMode.Fsync)
        {
            Flush();
        }

        foreach (var append in _batch.Appends)
        {
            Publish(append);
        }
    }

    /// <summary>Begins the next batch.</summary>
    public void Clear() => _batch.Appends.Clear();

    /// <summary>Forces what is written to disk.</summary>
    public void Flush()
    {
        if (_flushedTo < _end)
        {
            _segment.File.Flush();
            _flushedTo = _end;
            _flushedAt = time.GetTimestamp();
        }
    }

    /// <summary>Forces what is written to disk when the interval is over.</summary>
    public void FlushIfDue()
    {
        if (IsDirty && time.GetElapsedTime(_flushedAt) >= options.SyncInterval)
        {
            Flush();
        }
    }

    /// <summary>
    /// Ends the segment and begins the next. The old one is forced to disk in every tier, so that only the last segment
    /// can ever be torn.
    /// </summary>
    public void Roll()
    {
        Flush();
        _segment = SegmentFiles.Create(folder, new SegmentHeader(_end, _events, LastEvent));
        index.Add(_segment);
        _end = _segment.Start;
        _flushedTo = _end;
        Interlocked.Add(ref _written, SegmentHeader.Size);
        Retain();
    }

    private FramePlace Place() => new(_end, _segment.Base, _events, _flushedTo, time.GetUtcNow().UtcTicks);

    private void WriteBatch()
    {
        if (_batch.Unwritten > 0)
        {
            var length = _batch.Unwritten;
            _segment.File.Write(_batch.Parts(), _end - length - _segment.Base);
            _batch.Written();
            Interlocked.Add(ref _written, length);
        }
    }

    private void Publish(PendingAppend append)
    {
        if (append.Length == 0)
        {
            return;
        }

        foreach (ref var stream in append.Payload.Streams)
        {
            stream.State.Publish(stream.FirstVersion, stream.Count, stream.Entry);
        }

        _segment.Publish(append.Address, append.Length);
        index.Events += append.Payload.Events;
        index.Advance(((Appended)append.Result!).Position!.Value);
    }

    /// <summary>
    /// Removes the oldest segments beyond what is to be kept. Versions of streams whose last events go with them are told
    /// once more before, so that they go on.
    /// </summary>
    private void Retain()
    {
        while (options.Retained > 0 && index.Segments.Count > 1 && _segment.Base - index.Segments[1].Base >= options.Retained)
        {
            var next = index.Segments[1].Base;
            List<StreamState> ending =
                [.. index.Streams.All().Where(s => s.WrittenVersion > 0 && s.WrittenEntry < next && s.DefinedIn < next)];
            if (ending.Count > 0)
            {
                KeepVersions(ending);
            }

            var name = index.Segments[0].Name;
            index.RemoveOldest();
            folder.Delete(name);
            folder.Flush();
        }
    }

    private void KeepVersions(List<StreamState> streams)
    {
        var address = _end;
        var length = FrameWriter.WriteVersions(_batch, streams, Place());
        _end += length;
        WriteBatch();
        Flush();
        _segment.Publish(address, length);
        streams.ForEach(s => s.WrittenEntry = 0);
    }
}
