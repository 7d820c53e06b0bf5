namespace EventSourcingBench.Stores.Etcd.Writing;

/// <summary>The current version of a stream.</summary>
/// <param name="stream">Its name.</param>
internal sealed class StreamHead(StreamId stream)
{
    public StreamId Stream { get; } = stream;

    public long Version { get; set; }
}
