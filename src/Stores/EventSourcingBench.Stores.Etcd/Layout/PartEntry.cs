namespace EventSourcingBench.Stores.Etcd.Layout;

/// <summary>A commit's entry for a part: events that are consecutive in their stream and in the store.</summary>
/// <param name="Stream">The stream.</param>
/// <param name="FirstVersion">The version of the first event.</param>
/// <param name="Count">The number of events, 1 or more.</param>
/// <param name="Bytes">The size of the part's value.</param>
internal readonly record struct PartEntry(StreamId Stream, long FirstVersion, int Count, int Bytes)
{
    public long LastVersion => FirstVersion + Count - 1;
}
