namespace EventSourcingBench.Stores.Etcd.Layout;

/// <summary>Id, type, data and metadata of an event as bytes, without version and position. Copies the caller's data.</summary>
internal readonly record struct EncodedEvent(StreamId Stream, Guid Id, byte[] Bytes)
{
    /// <exception cref="ArgumentException">There is no event, or two have the same id.</exception>
    public static EncodedEvent[] Encode(IReadOnlyList<BulkEvent> events)
    {
        Appends.RequireDistinct(events);
        var encoded = new EncodedEvent[events.Count];
        var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes, Encoding.UTF8);
        for (var i = 0; i < encoded.Length; i++)
        {
            var (stream, data) = events[i];
            bytes.SetLength(0);
            writer.Write(data.Id);
            writer.Write(data.Type);
            writer.Write7BitEncodedInt(data.Data.Length);
            writer.Write(data.Data.Span);
            writer.Write7BitEncodedInt(data.Metadata.Length);
            writer.Write(data.Metadata.Span);
            writer.Flush();
            encoded[i] = new EncodedEvent(stream, data.Id, bytes.ToArray());
        }

        return encoded;
    }
}
