namespace EventSourcingBench.Stores.FileLog.Recovering;

/// <summary>
/// Opens the segments, reads every byte, and builds the index. A torn tail of the last segment is cut and reported. Any other
/// damage is an error.
/// </summary>
internal sealed class Recovery(ILogFolder folder, LogIndex index, TimeProvider time)
{
    private long _end;
    private long _bytes;
    private long _cutBytes;
    private string _cut = "nothing";

    /// <summary>Opens or creates the log.</summary>
    /// <exception cref="StoreUnavailableException">The log is damaged in a part that was on disk. The message gives the place.</exception>
    public RecoveryReport Run()
    {
        var started = time.GetTimestamp();
        var names = folder.List(SegmentFiles.Suffix);
        for (var i = 0; i < names.Count; i++)
        {
            Open(names[i], isFirst: i == 0, isLast: i == names.Count - 1);
        }

        if (index.Segments.Count == 0)
        {
            index.Add(SegmentFiles.Create(folder, new SegmentHeader(_end, index.Events, index.LastEvent)));
        }

        // The data read may have been in the page cache only. Force it to disk before any reader sees it.
        index.Segments[^1].File.Flush();
        foreach (var stream in index.Streams.All())
        {
            stream.WrittenVersion = stream.Version;
        }

        return new RecoveryReport(time.GetElapsedTime(started), index.Segments.Count, _bytes, index.Events, _cutBytes, _cut);
    }

    private void Open(string name, bool isFirst, bool isLast)
    {
        var file = folder.Open(name);
        var length = file.Length;
        using var scan = new SegmentScan(file, 0, length);
        if (SegmentHeader.Read(scan.Bytes(0, SegmentHeader.Size)) is not { } header)
        {
            DropUnborn(name, file, length, isLast);
            return;
        }

        if (SegmentFiles.NameOf(header.Base) != name || (!isFirst && (header.Base != _end || header.FirstEvent != index.Events)))
        {
            file.Dispose();
            throw Damaged(name, 0, isFirst
                ? "Its header does not match its name."
                : $"The segments before it end at {_end} with {index.Events} events: a segment is missing or was changed.");
        }

        index.Events = header.FirstEvent;
        index.Advance(header.LastEvent);
        var segment = new Segment(file, header, name);
        index.Add(segment);
        Read(segment, length, isLast);
    }

    private void Read(Segment segment, long length, bool isLast)
    {
        using var scan = new SegmentScan(segment.File, segment.Base, length);
        var loader = new FrameLoader(index, segment, scan);
        var (address, end) = (segment.Start, segment.Base + length);
        while (address < end)
        {
            if (scan.Read(address) is not { } header)
            {
                Cut(segment, scan, address, end, isLast);
                break;
            }

            if (loader.Load(address, header) is { } complaint)
            {
                throw Damaged(segment.Name, address - segment.Base, complaint);
            }

            address += header.Length;
        }

        _end = address;
        _bytes += address - segment.Base;
    }

    private void Cut(Segment segment, SegmentScan scan, long bad, long end, bool isLast)
    {
        var offset = bad - segment.Base;
        if (!isLast)
        {
            throw Damaged(segment.Name, offset, "The frame is incomplete, and newer segments follow: it had been on disk.");
        }

        if (TornTail.FindProof(scan, bad, end) is { } proof)
        {
            throw Damaged(segment.Name, offset, $"The frame is incomplete, but the frame at offset {proof - segment.Base} proves "
                + "that it had been on disk.");
        }

        _cutBytes = end - bad;
        _cut = string.Create(CultureInfo.InvariantCulture, $"{_cutBytes} bytes at offset {offset} of {segment.Name}: an incomplete write");
        segment.File.Truncate(offset);
    }

    /// <summary>A crash before the header was on disk leaves an empty segment.</summary>
    private void DropUnborn(string name, ILogFile file, long length, bool isLast)
    {
        file.Dispose();
        if (!isLast || length > SegmentHeader.Size)
        {
            throw Damaged(name, 0, "It has no segment header.");
        }

        folder.Delete(name);
        folder.Flush();
        _cutBytes = length;
        _cut = string.Create(CultureInfo.InvariantCulture, $"{name}, {length} bytes: an incomplete segment header");
    }

    private StoreUnavailableException Damaged(string name, long offset, string what) => new(
        string.Create(CultureInfo.InvariantCulture, $"The log {folder.Path} is damaged: {name}, offset {offset}. {what} Nothing "
            + $"was changed. Restore the folder from a backup."));
}
