namespace EventSourcingBench.Api.Streams;

/// <summary>The state that any aggregate is folded from: which events of its stream were read, and a digest of their content.</summary>
/// <param name="Version">The version of the last event that was read; 0 where there was none.</param>
/// <param name="Events">How many events were read; those that a snapshot stands for are not.</param>
/// <param name="Digest">The sum of <see cref="DigestOf"/> of the events up to the version.</param>
public readonly record struct StreamState(long Version, long Events, ulong Digest)
{
    /// <summary>The part that an event has in the digest. The digest of a range is the difference of two digests from the start.</summary>
    /// <param name="version">Its version.</param>
    /// <param name="hash">Its <see cref="ContentHash"/>.</param>
    public static ulong DigestOf(long version, ulong hash) => unchecked(hash * ((2 * (ulong)version) + 1));

    /// <summary>Folds further events onto this state.</summary>
    /// <param name="store">The store; it has streams.</param>
    /// <param name="stream">The stream.</param>
    /// <param name="from">The version of the first event, 1 or more.</param>
    /// <param name="count">The most events.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    public async ValueTask<StreamState> FoldAsync(
        IStore store, StreamId stream, long from, long count, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(store);
        var (version, read, digest) = (Version, 0L, Digest);
        await foreach (var recorded in store.Events!.ReadStreamAsync(stream, from, count, cancellationToken))
        {
            (version, read) = (recorded.Version, read + 1);
            digest += DigestOf(version, recorded.HashIn(store.Capabilities));
        }

        return new StreamState(version, read, digest);
    }
}
