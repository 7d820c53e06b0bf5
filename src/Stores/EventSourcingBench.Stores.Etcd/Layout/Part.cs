namespace EventSourcingBench.Stores.Etcd.Layout;

/// <summary>The value of a part: events that are consecutive in their stream and in the store.</summary>
internal static class Part
{
    private const byte Format = 1;

    public static ByteString Write(long firstPosition, long firstVersion, DateTimeOffset now, ReadOnlySpan<EncodedEvent> events)
    {
        var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes, Encoding.UTF8);
        writer.Write(Format);
        writer.Write7BitEncodedInt64(firstPosition);
        writer.Write7BitEncodedInt64(firstVersion);
        writer.Write7BitEncodedInt64(now.UtcTicks);
        writer.Write7BitEncodedInt(events.Length);
        foreach (var each in events)
            writer.Write(each.Bytes);

        writer.Flush();
        return UnsafeByteOperations.UnsafeWrap(bytes.GetBuffer().AsMemory(0, (int)bytes.Length));
    }

    public static RecordedEvent[] Read(StreamId stream, KeyValue pair)
    {
        // The events share its memory.
        var value = pair.Value.ToByteArray();
        var bytes = new MemoryStream(value, writable: false);
        using var reader = new BinaryReader(bytes, Encoding.UTF8);
        if (reader.ReadByte() != Format)
            throw new InvalidDataException($"A part of the stream {stream} was written by another version of this store.");

        var position = reader.Read7BitEncodedInt64();
        var version = reader.Read7BitEncodedInt64();
        var recordedAt = new DateTimeOffset(reader.Read7BitEncodedInt64(), TimeSpan.Zero);
        var events = new RecordedEvent[reader.Read7BitEncodedInt()];
        for (var i = 0; i < events.Length; i++)
        {
            events[i] = new RecordedEvent
            {
                Id = reader.ReadId(),
                Stream = stream,
                Version = version + i,
                Position = position + i,
                Type = reader.ReadString(),
                Data = Bytes(),
                Metadata = Bytes(),
                RecordedAt = recordedAt,
            };
        }

        return events;

        ReadOnlyMemory<byte> Bytes()
        {
            var length = reader.Read7BitEncodedInt();
            bytes.Position += length;
            return value.AsMemory((int)bytes.Position - length, length);
        }
    }
}

/// <summary>A commit's entry for a part: 1 or more events that are consecutive in their stream and in the store.</summary>
internal readonly record struct PartEntry(StreamId Stream, long FirstVersion, int Count, int Bytes)
{
    public long LastVersion => FirstVersion + Count - 1;
}
