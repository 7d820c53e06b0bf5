namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>When a buffer is flushed, and what happens to an event that finds it full.</summary>
internal sealed record EventBufferSettings
{
    /// <summary>
    /// True: there are two buffers of <see cref="FlushBytes"/>, one is flushed while the other fills, and a producer that
    /// finds both full waits. False: the producer never waits; what waits in memory is bounded by <see cref="MemoryLimit"/>.
    /// </summary>
    public required bool Blocking { get; init; }

    /// <summary>
    /// A buffer is flushed before it would hold more bytes of event data than these; 1 or more. A single event may be larger.
    /// </summary>
    public required int FlushBytes { get; init; }

    /// <summary>A buffer is flushed when it holds so many events; 1 or more. Default: a million.</summary>
    public int FlushCount { get; init; } = 1_000_000;

    /// <summary>A buffer is flushed when its oldest event has waited for so long, full or not. Default: a second.</summary>
    public TimeSpan Linger { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Bytes that events which are not yet flushed may take, each with its data and <see cref="BufferBatch.EntryBytes"/>. Used
    /// by the non-blocking mode only. Default: 64 MB.
    /// </summary>
    public long MemoryLimit { get; init; } = 64L << 20;
}
