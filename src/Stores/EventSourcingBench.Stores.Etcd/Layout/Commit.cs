namespace EventSourcingBench.Stores.Etcd.Layout;

/// <summary>One append transaction: its parts in position order and the ids of all its events. Commits have no gaps, so each one determines
/// the next one's key.</summary>
internal sealed record Commit(long FirstPosition, IReadOnlyList<PartEntry> Parts, IReadOnlyList<Guid> Ids)
{
    private const byte Format = 1;

    public long LastPosition => FirstPosition + Ids.Count - 1;

    public static Commit Read(KeyValue pair)
    {
        using var reader = new BinaryReader(new MemoryStream(pair.Value.ToByteArray(), writable: false), Encoding.UTF8);
        if (reader.ReadByte() != Format)
            throw new InvalidDataException("A commit was written by another version of this store.");

        var parts = new PartEntry[reader.Read7BitEncodedInt()];
        for (var i = 0; i < parts.Length; i++)
        {
            parts[i] = new PartEntry(
                new StreamId(reader.ReadString()), reader.Read7BitEncodedInt64(), reader.Read7BitEncodedInt(), reader.Read7BitEncodedInt());
        }

        var ids = new Guid[parts.Sum(p => p.Count)];
        for (var i = 0; i < ids.Length; i++)
            ids[i] = reader.ReadId();

        return new Commit(KeySpace.FirstPosition(pair.Key), parts, ids);
    }

    public ByteString ToValue()
    {
        var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes, Encoding.UTF8);
        writer.Write(Format);
        writer.Write7BitEncodedInt(Parts.Count);
        foreach (var part in Parts)
        {
            writer.Write(part.Stream.Value);
            writer.Write7BitEncodedInt64(part.FirstVersion);
            writer.Write7BitEncodedInt(part.Count);
            writer.Write7BitEncodedInt(part.Bytes);
        }

        foreach (var id in Ids)
            writer.Write(id);

        writer.Flush();
        return UnsafeByteOperations.UnsafeWrap(bytes.GetBuffer().AsMemory(0, (int)bytes.Length));
    }
}

/// <summary>Ids in values: 16 bytes, big-endian.</summary>
internal static class BinaryIds
{
    public static void Write(this BinaryWriter writer, Guid id) => writer.Write(id.ToByteArray(bigEndian: true));

    public static Guid ReadId(this BinaryReader reader) => new(reader.ReadBytes(16), bigEndian: true);
}
