namespace EventSourcingBench.LoadTests.Steps;

/// <summary>What is put around stores only where something needs it, since it costs some of the figures.</summary>
[Flags]
internal enum Surroundings
{
    None = 0,
    Relays = 1, // Stores reach their servers through relays, which can cut the connections.
    Clock = 2, // What holds the data has a clock that can jump.
    NodeLinks = 4, // The nodes of a server reach each other through relays.
}
