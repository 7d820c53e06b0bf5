namespace EventSourcingBench.Stores.FileLog.Recovering;

/// <summary>Adds the frames of a segment to the index.</summary>
internal sealed class FrameLoader(LogIndex index, Segment segment, SegmentScan scan)
{
    /// <summary>Adds a frame with verified checksums. Returns an error, or null.</summary>
    public string? Load(long address, FrameHeader header)
    {
        if (header.FirstEvent != index.Events)
        {
            return $"Its header counts {header.FirstEvent} events before it, but there are {index.Events}.";
        }

        var head = scan.Bytes(address, header.HeadLength);
        var at = FrameHeader.Size;
        for (var i = 0; i < header.Definitions; i++)
        {
            if (!Definition.TryRead(head, ref at, out var definition) || !Define(definition))
            {
                return "One of its names contradicts earlier names.";
            }
        }

        at = header.Table;
        for (var i = 0; i < header.Streams; i++)
        {
            var entryAddress = address + at;
            if (!StreamEntry.TryRead(head, ref at, out var entry) || !Take(entry, entryAddress))
            {
                return "One of its versions does not follow the earlier versions.";
            }
        }

        segment.Publish(address, header.Length);
        index.Events += header.Events;
        if (header.Events > 0)
        {
            index.Advance(address + header.HeadLength + header.LastEvent);
        }

        return null;
    }

    private bool Define(Definition definition)
    {
        LogName? name = definition.IsStream
            ? index.Streams.Define(definition.Number, definition.Name)
            : index.Types.Define(definition.Number, definition.Name);
        if (name is StreamState { DefinedIn: < 0 } unknown)
        {
            unknown.Restore(definition.Version);
        }

        name?.DefinedIn = segment.Base;
        return name is StreamState stream ? stream.Version == definition.Version : name is not null;
    }

    private bool Take(StreamEntry entry, long address)
    {
        var stream = index.Streams.Find(entry.Stream);
        if (stream is null || stream.DefinedIn != segment.Base || entry.FirstVersion != stream.Version + 1)
        {
            return false;
        }

        stream.Publish(entry.FirstVersion, entry.Count, address);
        stream.WrittenEntry = address;
        return true;
    }
}
