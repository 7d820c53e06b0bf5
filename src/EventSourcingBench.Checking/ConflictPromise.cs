namespace EventSourcingBench.Checking;

/// <summary>When an append of a step may meet a version conflict.</summary>
public enum ConflictPromise
{
    /// <summary>Appends expect no version: never.</summary>
    Never = 0,

    /// <summary>A version is read and expected within the operation: when another append took effect in its time.</summary>
    WithCause = 1,

    /// <summary>A state from before the operation is expected (a cache among several nodes): conflicts are not judged.</summary>
    None = 2,
}
