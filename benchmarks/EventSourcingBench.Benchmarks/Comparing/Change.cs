namespace EventSourcingBench.Benchmarks.Comparing;

/// <summary>What became of a benchmark.</summary>
internal enum Change
{
    /// <summary>Neither faster nor slower by more than threshold and noise, or not significant.</summary>
    Unchanged = 0,

    /// <summary>Faster.</summary>
    Improved = 1,

    /// <summary>Slower.</summary>
    Regressed = 2,

    /// <summary>A side has fewer values than the test can decide by.</summary>
    Undecided = 3,
}
