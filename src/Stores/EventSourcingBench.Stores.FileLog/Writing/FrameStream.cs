namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>A stream of a frame under construction.</summary>
internal struct FrameStream
{
    public StreamState State;

    /// <summary>The offset of its first event in the payload.</summary>
    public int First;

    /// <summary>The offset of its last event so far.</summary>
    public int Last;

    public int Count;

    /// <summary>Set by the writer: the version of the first event.</summary>
    public long FirstVersion;

    /// <summary>Set by the writer: the address of the table's entry.</summary>
    public long Entry;
}
