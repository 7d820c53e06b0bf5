namespace EventSourcingBench.Stores.FileLog;

/// <summary>Bytes of the segments, and bytes that the writer has written. The index is in memory only.</summary>
internal sealed class FileLogMeter(LogIndex index, Tail tail) : IStorageMeter
{
    public Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var segments = index.Segments;
        return Task.FromResult(new StorageUse(segments[^1].End - segments[0].Base, tail.WrittenBytes));
    }
}
