namespace EventSourcingBench.Stores.Etcd.Layout;

/// <summary>The value of a part: position, time and consecutive events.</summary>
internal static class PartWriter
{
    public const byte Format = 1;

    /// <summary>Encodes some of the events.</summary>
    public static byte[] Write(long firstPosition, long firstVersion, DateTimeOffset now, IReadOnlyList<EncodedEvent> events)
    {
        var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes, Encoding.UTF8);
        writer.Write(Format);
        writer.Write7BitEncodedInt64(firstPosition);
        writer.Write7BitEncodedInt64(firstVersion);
        writer.Write7BitEncodedInt64(now.UtcTicks);
        writer.Write7BitEncodedInt(events.Count);
        foreach (var each in events)
        {
            writer.Write(each.Bytes.Span);
        }

        writer.Flush();
        return bytes.ToArray();
    }
}
