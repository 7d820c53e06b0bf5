namespace EventSourcingBench.Stores.Etcd.Layout;

/// <summary>Id, type, data and metadata of an event as bytes, without version and position. Copies the caller's data.</summary>
internal readonly record struct EncodedEvent(StreamId Stream, Guid Id, byte[] Bytes)
{
    /// <exception cref="ArgumentException">Two have the same id.</exception>
    public static EncodedEvent[] Encode(IReadOnlyList<BulkEvent> events)
    {
        var ids = new HashSet<Guid>(events.Count);
        return [.. events.Select(e => ids.Add(e.Event.Id)
            ? new EncodedEvent(e.Stream, e.Event.Id, BytesOf(e.Event))
            : throw new ArgumentException($"The event id {e.Event.Id} is used twice."))];
    }

    private static byte[] BytesOf(EventData data)
    {
        var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes, Encoding.UTF8);
        writer.Write(data.Id);
        writer.Write(data.Type);
        writer.Write7BitEncodedInt(data.Data.Length);
        writer.Write(data.Data.Span);
        writer.Write7BitEncodedInt(data.Metadata.Length);
        writer.Write(data.Metadata.Span);
        writer.Flush();
        return bytes.ToArray();
    }
}
