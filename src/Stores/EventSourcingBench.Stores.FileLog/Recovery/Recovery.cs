using System.Globalization;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.FileLog;

/// <summary>
/// Opens the segments, reads every byte, and builds the index. A torn tail of the last segment is cut and told; anything
/// else that is wrong is an error.
/// </summary>
internal sealed class Recovery(ILogFolder folder, LogIndex index, TimeProvider time)
{
    private long _end;
    private long _bytes;
    private long _cutBytes;
    private string _cut = "nothing";

    /// <summary>Reads the log, or begins one.</summary>
    /// <exception cref="StoreUnavailableException">The log is damaged where it had been safe; the message says where.</exception>
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

        // What was read may have been in the operating system's memory only: nobody may see it before it is safe.
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
                ? "It is not the segment that its name says."
                : $"The segments before it end at {_end} with {index.Events} events: one is missing or was changed.");
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
            throw Damaged(segment.Name, offset, "The frame there is not whole, and newer segments follow: it had been safe on disk.");
        }

        if (TornTail.FindProof(scan, bad, end) is { } proof)
        {
            throw Damaged(segment.Name, offset, $"The frame there is not whole, but the one at offset {proof - segment.Base} says that it had been safe on disk.");
        }

        _cutBytes = end - bad;
        _cut = string.Create(CultureInfo.InvariantCulture, $"{_cutBytes} bytes at offset {offset} of {segment.Name}: a write that was not finished");
        segment.File.Truncate(offset);
    }

    /// <summary>A segment that a crash met before its header was safe has nothing in it.</summary>
    private void DropUnborn(string name, ILogFile file, long length, bool isLast)
    {
        file.Dispose();
        if (!isLast || length > SegmentHeader.Size)
        {
            throw Damaged(name, 0, "It does not begin as a segment does.");
        }

        folder.Delete(name);
        folder.Flush();
        _cutBytes = length;
        _cut = string.Create(CultureInfo.InvariantCulture, $"{name}, {length} bytes: a segment that was not begun to the end");
    }

    private StoreUnavailableException Damaged(string name, long offset, string what) => new(
        string.Create(CultureInfo.InvariantCulture, $"The log {folder.Path} is damaged: {name}, offset {offset}. {what} Nothing was changed. Restore the folder from a copy."));
}
