namespace EventSourcingBench.Benchmarks.Data;

/// <summary>The stream of one case: so many events of so many GUID strings each, the same in every process and every run.</summary>
internal sealed record DataSet(int Events, int Size)
{
    private const int MostAfterSnapshot = 100;

    public StreamId Stream { get; } = new(FormattableString.Invariant($"identifiers-{Events}x{Size}"));

    public StreamId Snapshots { get; } = new(FormattableString.Invariant($"identifiers-{Events}x{Size}-snapshot"));

    /// <summary>The version of the snapshot: all but the last 100 events, or half of them where there are fewer than 200.</summary>
    public int SnapshotVersion => Events - Math.Min(MostAfterSnapshot, Events / 2);

    public IEnumerable<IdentifiersAdded> Content()
    {
        var (random, bytes) = (new Random(unchecked((Events * 397) ^ Size)), new byte[16]);
        for (var version = 1; version <= Events; version++)
            yield return new IdentifiersAdded(Enumerable.Range(0, Size).Select(_ => Next()).ToArray());

        string Next()
        {
            random.NextBytes(bytes);
            return new Guid(bytes).ToString();
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
    private Guid Id(long version) => Guid.ParseExact(FormattableString.Invariant($"{Events:x8}{Size:x8}{version:x16}"), "N");
}
