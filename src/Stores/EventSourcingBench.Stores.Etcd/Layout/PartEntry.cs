using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Etcd;

/// <summary>What a commit says of a part: some events of one stream, one behind the other in the stream and in the store.</summary>
/// <param name="Stream">The stream.</param>
/// <param name="FirstVersion">The version of the first event.</param>
/// <param name="Count">How many events it has, 1 or more.</param>
/// <param name="Bytes">The size of its value.</param>
internal readonly record struct PartEntry(StreamId Stream, long FirstVersion, int Count, int Bytes)
{
    public long LastVersion => FirstVersion + Count - 1;
}
