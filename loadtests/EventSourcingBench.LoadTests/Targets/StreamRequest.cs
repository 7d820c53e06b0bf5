namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A request on one stream: a load, an append, or both.</summary>
internal readonly record struct StreamRequest(int Worker, string Stream, EventData? Event = null)
{
    /// <summary>Whether the stream is read and folded; an append then expects the version that was read.</summary>
    public bool Load { get; init; }

    /// <summary>The version that an append without a load expects. Default: any.</summary>
    public ExpectedVersion Expected { get; init; }

    /// <summary>The most events to load; 0 for all.</summary>
    public int Count { get; init; }
}
