namespace EventSourcingBench.Abstractions;

/// <summary>
/// A place in a store's order of all events, in the store's own notation: only the store that gave it can read it.
/// It survives a restart of the store and of the subscriber.
/// </summary>
/// <param name="Value">The notation; empty for the start.</param>
public readonly record struct Checkpoint(string? Value)
{
    /// <summary>Before the first event.</summary>
    public static Checkpoint Start => default;

    /// <summary>True before the first event.</summary>
    public bool IsStart => string.IsNullOrEmpty(Value);

    /// <summary>The notation, <c>start</c> before the first event.</summary>
    public override string ToString() => IsStart ? "start" : Value!;
}
