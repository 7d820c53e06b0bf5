namespace EventSourcingBench.Stores.FileLog.Reading;

/// <summary>Reads one stream forward: walks back from the next mark, at most 64 entries, then reads their events.</summary>
internal static class StreamCursor
{
    public static IEnumerable<RecordedEvent> Read(LogIndex index, StreamState stream, long fromVersion)
    {
        using var reader = new LogReader(index);
        var (next, last, address) = (fromVersion, stream.Version, 0L);
        while (next <= last)
        {
            var entries = WalkBack(index, reader, stream, next);
            if (entries.Count == 0 && address == 0)
                yield break;

            if (entries.Count == 0)
                throw index.Gone(address);

            foreach (var (frameAddress, entry) in entries)
            {
                // Later entries were appended meanwhile.
                if (next > last)
                    yield break;

                // The first entry may be a later one, if earlier ones were removed.
                var frame = reader.Frame(frameAddress);
                if (address > 0 && entry.FirstVersion > next)
                    throw index.Gone(address);

                address = frameAddress + frame.HeadLength + entry.First;
                next = Math.Max(next, entry.FirstVersion);
                for (var (version, left) = (entry.FirstVersion, entry.Count); left > 0 && next <= last; version++, left--)
                {
                    var head = reader.EventHead(address, frame.IsSingle);
                    if (left > 1 && !frame.IsSingle && head.Next == 0)
                        throw reader.Damaged(address);

                    // An unwanted event is skipped by its link. A frame of one stream has no links, so the lengths lead to the next event.
                    var (recorded, size) = ((RecordedEvent?)null, 0);
                    if (version == next || frame.IsSingle)
                        recorded = reader.Event(address, head, stream.Id, version, frame.RecordedAtTicks, out size);

                    address += frame.IsSingle ? size : head.Next;
                    if (version == next)
                    {
                        next++;
                        yield return recorded!;
                    }
                }
            }
        }
    }

    private static Stack<(long Frame, StreamEntry Entry)> WalkBack(LogIndex index, LogReader reader, StreamState stream, long version)
    {
        var entries = new Stack<(long, StreamEntry)>();
        var address = stream.EntryBehind(version);
        while (address >= index.Removed && address > 0)
        {
            var entry = reader.Entry(address);
            if (entry.Stream != stream.Number)
                throw reader.Damaged(address);

            if (entry.FirstVersion + entry.Count > version)
                entries.Push((address - entry.Back, entry));

            if (entry.FirstVersion <= version || entry.PreviousDistance == 0)
                break;

            address -= entry.PreviousDistance;
        }

        return entries;
    }
}
