using System.Buffers.Binary;

namespace EventSourcingBench.Benchmarks.Data;

/// <summary>The stream of one case: so many events of so many GUID strings each, the same in every process and every run.</summary>
internal sealed record DataSet(int Events, int Size)
{
    private const int MostAfterSnapshot = 100;

    public StreamId Stream => new(FormattableString.Invariant($"identifiers-{Events}x{Size}"));

    public StreamId Snapshots => new(Stream.Value + "-snapshot");

    /// <summary>The version of the snapshot: all but the last 100 events, or half of them where there are fewer than 200.</summary>
    public int SnapshotVersion => Events - Math.Min(MostAfterSnapshot, Events / 2);

    public IEnumerable<IdentifiersAdded> Content()
    {
        var random = new Random(unchecked((Events * 397) ^ Size));
        var bytes = new byte[16];
        for (var version = 1; version <= Events; version++)
        {
            var identifiers = new string[Size];
            for (var i = 0; i < Size; i++)
            {
                random.NextBytes(bytes);
                identifiers[i] = new Guid(bytes).ToString();
            }

            yield return new IdentifiersAdded(identifiers);
        }
    }

    /// <summary>The events to append after a version, in order; 0 for all.</summary>
    public IEnumerable<EventData> After(long version) =>
        Content().Select((added, index) => (added, version: index + 1L)).Where(e => e.version > version)
            .Select(e => StoredEvent.Write(Id(e.version), e.added, IdentifierJson.Default.IdentifiersAdded));

    public EventData Snapshot()
    {
        var state = Content().Take(SnapshotVersion).Aggregate(IdentifiersState.Empty, IdentifierList.Evolve);
        return StoredEvent.Write(Id(0), new IdentifiersSnapshot(SnapshotVersion, state), IdentifierJson.Default.IdentifiersSnapshot);
    }

    // Unique within the namespace of a run, and the same at every try.
    private Guid Id(long version)
    {
        Span<byte> bytes = stackalloc byte[16];
        BinaryPrimitives.WriteInt32BigEndian(bytes, Events);
        BinaryPrimitives.WriteInt32BigEndian(bytes[4..], Size);
        BinaryPrimitives.WriteInt64BigEndian(bytes[8..], version);
        return new Guid(bytes, bigEndian: true);
    }
}
