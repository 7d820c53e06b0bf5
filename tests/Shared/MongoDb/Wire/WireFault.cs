namespace EventSourcingBench.Tests;

/// <summary>What becomes of a command.</summary>
internal enum WireFault
{
    /// <summary>It is answered.</summary>
    None,

    /// <summary>The connection breaks and nothing was done.</summary>
    BreakBefore,

    /// <summary>It was done, and the connection breaks before the answer.</summary>
    BreakAfter,
}
