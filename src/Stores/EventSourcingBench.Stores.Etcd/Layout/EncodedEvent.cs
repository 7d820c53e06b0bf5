namespace EventSourcingBench.Stores.Etcd.Layout;

/// <summary>Id, type, data and metadata of an event as bytes, without version and position. Copies the caller's data.</summary>
internal readonly record struct EncodedEvent(StreamId Stream, Guid Id, ReadOnlyMemory<byte> Bytes)
{
    /// <exception cref="ArgumentException">Two have the same id.</exception>
    public static EncodedEvent[] Encode(int count, Func<int, BulkEvent> get)
    {
        var bytes = new MemoryStream();
        var ends = new int[count];
        var ids = new HashSet<Guid>(count);
        using var writer = new BinaryWriter(bytes, Encoding.UTF8);
        for (var i = 0; i < count; i++)
        {
            var data = get(i).Event;
            if (!ids.Add(data.Id))
                throw new ArgumentException($"The event id {data.Id} is used twice.");

            writer.Write(data.Id);
            writer.Write(data.Type);
            writer.Write7BitEncodedInt(data.Data.Length);
            writer.Write(data.Data.Span);
            writer.Write7BitEncodedInt(data.Metadata.Length);
            writer.Write(data.Metadata.Span);
            ends[i] = (int)bytes.Length;
        }

        writer.Flush();
        var all = bytes.GetBuffer();
        var encoded = new EncodedEvent[count];
        var start = 0;
        for (var i = 0; i < count; i++)
        {
            var (stream, data) = get(i);
            encoded[i] = new EncodedEvent(stream, data.Id, all.AsMemory(start, ends[i] - start));
            start = ends[i];
        }

        return encoded;
    }
}
