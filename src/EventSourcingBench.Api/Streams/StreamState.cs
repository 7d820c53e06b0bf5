namespace EventSourcingBench.Api.Streams;

/// <summary>The state that any aggregate is folded from: which events of its stream were read, and a digest of their content.</summary>
/// <param name="Version">The version of the last event that was read; 0 where there was none.</param>
/// <param name="Events">How many events were read; those that a snapshot stands for are not.</param>
/// <param name="Digest">The sum of <see cref="DigestOf"/> of the events up to the version.</param>
public readonly record struct StreamState(long Version, long Events, ulong Digest)
{
    /// <summary>The part that an event has in the digest, by its version and its <see cref="ContentHash"/>. The digest of a range is the
    /// difference of two digests from the start.</summary>
    public static ulong DigestOf(long version, ulong hash) => unchecked(hash * ((2 * (ulong)version) + 1));

    /// <summary>Folds further events, at most so many from a version on, onto this state.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    public async ValueTask<StreamState> FoldAsync(IStore store, StreamId stream, long from, long count, CancellationToken cancellationToken)
    {
        var (version, read, digest) = (Version, 0L, Digest);
        await foreach (var recorded in store.Events!.ReadStreamAsync(stream, from, count, cancellationToken))
        {
            // One that is out of order is not in the digest, which has no order.
            digest += recorded.Version > version ? DigestOf(recorded.Version, recorded.HashIn(store.Capabilities)) : 0;
            (version, read) = (recorded.Version, read + 1);
        }

        return new StreamState(version, read, digest);
    }
}

/// <summary>The <see cref="ContentHash"/> of events as a store returns them.</summary>
public static class StoredContent
{
    /// <summary>The hash of an event of a stream. Bytes that the store promises to keep are hashed as they are.</summary>
    public static ulong HashIn(this RecordedEvent recorded, StoreCapabilities store) =>
        ContentHash.Of(recorded.Type, recorded.Data.Span, recorded.Metadata.Span, isCanonical: KeepsBytes(store));

    /// <summary>The hash of an event of a store without streams, its tags included.</summary>
    public static ulong HashIn(this DcbRecordedEvent recorded, StoreCapabilities store) => ContentHash.Of(
        recorded.Event.Type, recorded.Event.Data.Span, recorded.Event.Metadata.Span, recorded.Tags, KeepsBytes(store));

    private static bool KeepsBytes(StoreCapabilities store) => store.HasFlag(StoreCapabilities.KeepsBytes);
}
