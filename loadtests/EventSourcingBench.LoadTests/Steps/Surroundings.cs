namespace EventSourcingBench.LoadTests.Steps;

/// <summary>What is put around stores only where something needs it, since it costs some of the figures.</summary>
[Flags]
internal enum Surroundings
{
    None = 0,

    /// <summary>Stores reach their servers through relays, which can cut the connections.</summary>
    Relays = 1,

    /// <summary>What holds the data has a clock that can jump.</summary>
    Clock = 2,

    /// <summary>The nodes of a server reach each other through relays.</summary>
    NodeLinks = 4,
}
