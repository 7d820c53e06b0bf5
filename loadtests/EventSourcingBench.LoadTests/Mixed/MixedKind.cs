namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>What an application asks of its event store.</summary>
internal enum MixedKind
{
    /// <summary>Read a whole stream and fold it.</summary>
    Load = 0,

    /// <summary>The same for a stream that was created shortly before.</summary>
    LoadLatest = 1,

    /// <summary>Read a part of a stream.</summary>
    Scan = 2,

    /// <summary>Append to a stream at any version.</summary>
    Append = 3,

    /// <summary>Load a stream, and append at the version that was read.</summary>
    Update = 4,

    /// <summary>Append the first event of a new stream.</summary>
    Create = 5,
}
