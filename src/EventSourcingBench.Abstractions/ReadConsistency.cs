namespace EventSourcingBench.Abstractions;

/// <summary>What a store promises of its reads.</summary>
public enum ReadConsistency
{
    /// <summary>A read shows all that was acknowledged before it began.</summary>
    Linearizable = 0,

    /// <summary>A reader sees its own writes, and never less than it has seen.</summary>
    Session = 1,

    /// <summary>A read shows what is there sooner or later.</summary>
    Eventual = 2,
}
