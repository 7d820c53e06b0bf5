namespace EventSourcingBench.LoadTests.Growth;

/// <summary>What a store does, and takes, with so many events in it. What a store cannot tell is null.</summary>
internal sealed record GrowthSample
{
    public required long Events { get; init; }

    /// <summary>Events a second at which it grew to this from the sample before, by bulk appends.</summary>
    public required double FillRate { get; init; }

    /// <summary>Median time of a single append.</summary>
    public required TimeSpan Append { get; init; }

    /// <summary>99th percentile of it.</summary>
    public required TimeSpan AppendP99 { get; init; }

    /// <summary>Median time to read a stream of 10 events that was written early.</summary>
    public required TimeSpan ShortRead { get; init; }

    /// <summary>Median time to read the last 1,000 events of a long stream.</summary>
    public required TimeSpan LongRead { get; init; }

    /// <summary>Events a second that a subscription delivers from a checkpoint, where the sample before had ended, to the end.</summary>
    public double? CatchUpRate { get; init; }

    /// <summary>Median time from the sending of an event to its row in the read model.</summary>
    public TimeSpan? ProjectionDelay { get; init; }

    /// <summary>Acknowledged appends a second of the background load while the sample was taken; null where there was none.</summary>
    public double? BackgroundRate { get; init; }

    /// <summary>Bytes of the events with their indexes on disk.</summary>
    public long? DataBytes { get; init; }

    /// <summary>Bytes that were written to files since the start of the step while events were appended, without projections.</summary>
    public long? WrittenBytes { get; init; }

    /// <summary>Resident memory of the process with the store's client, bytes.</summary>
    public required long ClientMemory { get; init; }

    /// <summary>Memory of the server's processes (shared memory counted once), bytes; null where there is none on this machine.</summary>
    public long? ServerMemory { get; init; }

    /// <summary>Time to close the store's client and open it on the data that is there, until it answers a reading.</summary>
    public TimeSpan? Open { get; init; }

    /// <summary>Bytes of an event with its indexes on disk.</summary>
    public double? EventSize => Events > 0 ? (double?)DataBytes / Events : null;
}
