namespace EventSourcingBench.Stores.FileLog.Recovering;

/// <summary>Reads and verifies every byte, and builds the index. A torn tail is cut; other damage is an error.</summary>
internal sealed class Recovery(ILogFolder folder, LogIndex index) : IDisposable
{
    private const int SearchedAtOnce = 64 * 1024;
    private const int RewrittenAtOnce = 1 << 20;

    private readonly LogReader _reader = new(index);
    private long _end;
    private long _flushedTo;
    private long _bytes;
    private long _cutBytes;
    private string _cut = "nothing";

    /// <returns>What it did, for the description of the store. Events include those removed by retention.</returns>
    public IReadOnlyList<EffectiveSetting> Run()
    {
        var names = folder.List(Segment.Suffix);
        for (var i = 0; i < names.Count; i++)
            Open(names[i], isFirst: i == 0, isLast: i == names.Count - 1);

        if (index.Segments.Count == 0)
            index.Add(Segment.Create(folder, new SegmentHeader(_end, index.Events, index.LastEvent)));

        WriteAgain(index.Segments[^1]);
        folder.Flush();
        foreach (var stream in index.Streams.All)
            stream.WrittenVersion = stream.Version;

        return
        [
            new("recovery.bytes", $"{_bytes}"),
            new("recovery.events", $"{index.Events}"),
            new("recovery.cutBytes", $"{_cutBytes}"),
            new("recovery.cut", _cut),
        ];
    }

    public void Dispose() => _reader.Dispose();

    private void Open(string name, bool isFirst, bool isLast)
    {
        var file = folder.Open(name);
        Span<byte> bytes = stackalloc byte[SegmentHeader.Size];
        if (SegmentHeader.Read(bytes[..file.Read(bytes, 0)]) is not { } header)
        {
            DropUnborn(name, file, isLast);
            return;
        }

        if (Segment.NameOf(header.Base) != name || (!isFirst && (header.Base != _end || header.FirstEvent != index.Events)))
        {
            file.Dispose();
            throw Damaged(name, 0, isFirst
                ? "Its header does not match its name."
                : $"The segments before it end at {_end} with {index.Events} events: a segment is missing or was changed.");
        }

        index.Events = header.FirstEvent;
        index.Advance(header.LastEvent);
        // Until it is cut, all of the file is to be read.
        var segment = new Segment(file, header) { End = header.Base + file.Length };
        index.Add(segment);
        for (_end = segment.Start; _end < segment.End;)
        {
            if (_reader.TryFrame(_end) is not { } frame)
                Cut(segment, _end, isLast);
            else if (Load(segment, _end, frame) is { } complaint)
                throw Damaged(name, _end - segment.Base, complaint);
            else
                _end += frame.Length;
        }

        _bytes += _end - segment.Base;
    }

    /// <summary>Adds a frame with verified checksums to the index. Returns an error, or null.</summary>
    private string? Load(Segment segment, long address, FrameHeader header)
    {
        if (header.FirstEvent != index.Events)
            return $"Its header counts {header.FirstEvent} events before it, but there are {index.Events}.";

        var head = _reader.Get(address, header.HeadLength);
        var from = new FieldReader(head, FrameHeader.Size);
        for (var i = 0; i < header.Definitions; i++)
        {
            if (!Define(Definition.Read(ref from), segment) || !from.IsWhole)
                return "One of its names contradicts earlier names.";
        }

        from = new FieldReader(head, header.Table);
        for (var i = 0; i < header.Streams; i++)
        {
            var entryAddress = address + from.At;
            if (!Take(StreamEntry.Read(ref from), entryAddress, segment) || !from.IsWhole)
                return "One of its versions does not follow the earlier versions.";
        }

        _flushedTo = Math.Max(_flushedTo, header.FlushedTo);
        segment.Mark(address);
        index.Events += header.Events;
        if (header.Events > 0)
            index.Advance(address + header.HeadLength + header.LastEvent);

        return null;
    }

    private bool Define(Definition definition, Segment segment)
    {
        LogName? name = definition.IsStream
            ? index.Streams.Define(definition.Number, definition.Name)
            : index.Types.Define(definition.Number, definition.Name);
        if (name is StreamState { DefinedIn: < 0 } unknown)
            unknown.Restore(definition.Version);

        name?.DefinedIn = segment.Base;
        return name is StreamState stream ? stream.Version == definition.Version : name is not null;
    }

    private bool Take(StreamEntry entry, long address, Segment segment)
    {
        var stream = index.Streams.Find(entry.Stream);
        if (stream is null || stream.DefinedIn != segment.Base || entry.FirstVersion != stream.Version + 1)
            return false;

        stream.Publish(entry.FirstVersion, entry.Count, address);
        stream.WrittenEntry = address;
        return true;
    }

    private void Cut(Segment segment, long bad, bool isLast)
    {
        var offset = bad - segment.Base;
        if (!isLast)
            throw Damaged(segment.Name, offset, "The frame is incomplete, and newer segments follow: it had been on disk.");

        if (FindProof(bad) is { } proof)
        {
            throw Damaged(segment.Name, offset, $"The frame is incomplete, but the frame at offset {proof - segment.Base} proves "
                + "that it had been on disk.");
        }

        _cutBytes = segment.End - bad;
        _cut = $"{_cutBytes} bytes at offset {offset} of {segment.Name}: an incomplete write";
        segment.File.Truncate(offset);
        segment.End = bad;
    }

    /// <summary>Forces the last segment to disk before any reader sees it. What was read may have been in the page cache only, and after
    /// a failed flush the cache has it marked as clean: a flush without a write would succeed and write nothing.</summary>
    private void WriteAgain(Segment last)
    {
        var bytes = new byte[RewrittenAtOnce];
        for (var offset = Math.Max(_flushedTo - last.Base, 0); offset < _end - last.Base;)
        {
            var read = last.File.Read(bytes.AsSpan(0, (int)Math.Min(bytes.Length, _end - last.Base - offset)), offset);
            last.File.Write([bytes.AsMemory(0, read)], offset);
            offset += read;
        }

        last.File.Flush();
    }

    /// <summary>The address of a frame that proves that the bad place was on disk; null for a torn write. Each frame records how far the
    /// log was on disk when it was written. Without such a later frame the write at the bad place was never acknowledged: pages of one
    /// write may reach the disk in any order.</summary>
    private long? FindProof(long bad)
    {
        for (var address = bad + 1; ; address++)
        {
            var bytes = _reader.Get(address, SearchedAtOnce);
            if (bytes.Length < FrameHeader.Size)
                return null;

            // The head's checksum is sufficient: it includes the address, so only the log itself can have written it.
            var found = bytes.IndexOf("EBLF"u8);
            address += found < 0 ? bytes.Length - sizeof(uint) : found;
            if (_reader.TryHead(address) is { } header && header.FlushedTo > bad)
                return address;
        }
    }

    /// <summary>A crash before the header was on disk leaves an empty segment.</summary>
    private void DropUnborn(string name, ILogFile file, bool isLast)
    {
        var length = file.Length;
        file.Dispose();
        if (!isLast || length > SegmentHeader.Size)
            throw Damaged(name, 0, "It has no segment header.");

        folder.Delete(name);
        folder.Flush();
        _cutBytes = length;
        _cut = $"{name}, {length} bytes: an incomplete segment header";
    }

    private StoreUnavailableException Damaged(string name, long offset, string what) => new(
        $"The log {folder.Path} is damaged: {name}, offset {offset}. {what} Nothing was changed. Restore the folder from a backup.");
}
