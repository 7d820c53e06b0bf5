namespace EventSourcingBench.Stores.FileLog;

/// <summary>A stream in a frame that is being made.</summary>
internal struct FrameStream
{
    public StreamState State;

    /// <summary>Where its first event is in the payload.</summary>
    public int First;

    /// <summary>Where its last event is, so far.</summary>
    public int Last;

    public int Count;

    /// <summary>Set by the writer: the version of the first event.</summary>
    public long FirstVersion;

    /// <summary>Set by the writer: the address of the table's entry.</summary>
    public long Entry;
}
