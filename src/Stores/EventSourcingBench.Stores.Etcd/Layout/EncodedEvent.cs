namespace EventSourcingBench.Stores.Etcd.Layout;

/// <summary>Id, type, data and metadata of an event as bytes, without version and position. Copies the caller's data.</summary>
internal readonly record struct EncodedEvent(StreamId Stream, Guid Id, ReadOnlyMemory<byte> Bytes)
{
    public const int IdLength = 16;

    /// <summary>Encodes events into one block of memory.</summary>
    /// <exception cref="ArgumentException">Two have the same id.</exception>
    public static EncodedEvent[] Encode(int count, Func<int, BulkEvent> get)
    {
        var bytes = new MemoryStream();
        var ends = new int[count];
        var ids = new HashSet<Guid>(count);
        using var writer = new BinaryWriter(bytes, Encoding.UTF8);
        Span<byte> id = stackalloc byte[IdLength];
        for (var i = 0; i < count; i++)
        {
            var data = get(i).Event;
            if (!ids.Add(data.Id))
                throw new ArgumentException($"The event id {data.Id} is used twice.");

            data.Id.TryWriteBytes(id, bigEndian: true, out _);
            writer.Write(id);
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
