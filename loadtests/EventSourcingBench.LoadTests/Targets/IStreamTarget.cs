namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Streams of a store, loaded and appended to as an application does.</summary>
internal interface IStreamTarget
{
    ValueTask<StreamReply> SendAsync(StreamRequest request, TimeSpan timeout);
}

/// <summary>A load of a stream, an append to it (with an event), or both.</summary>
internal readonly record struct StreamRequest(int Worker, string Stream, EventData? Event = null)
{
    /// <summary>Whether the stream is read and folded; an append then expects the version that was read.</summary>
    public bool Load { get; init; }

    /// <summary>The version that an append without a load expects. Default: any.</summary>
    public ExpectedVersion Expected { get; init; }

    /// <summary>A load begins at the last snapshot, and stores one after so many events; 0: it reads the whole stream.</summary>
    public int Snapshots { get; init; }

    /// <summary>The most events to load; 0 for all.</summary>
    public int Count { get; init; }
}

/// <summary>
/// The answer to a request: of an append the version of its event, of a load the last version and the digest of what was read.
/// </summary>
internal readonly record struct StreamReply(Outcome Outcome, long Version = 0, ulong Digest = 0, string? Error = null);
