namespace EventSourcingBench.Abstractions;

/// <summary>What became of a conditional append.</summary>
/// <param name="Position">The position of the last event, or null when the condition failed and nothing was appended.</param>
public readonly record struct DcbAppendResult(long? Position)
{
    /// <summary>False when the condition failed.</summary>
    public bool IsAppended => Position is not null;
}
