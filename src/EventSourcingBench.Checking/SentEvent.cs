namespace EventSourcingBench.Checking;

/// <summary>An event that a history knows: what was sent, and what was answered.</summary>
public readonly record struct SentEvent
{
    /// <summary>Its number, see <see cref="StepHistory"/>.</summary>
    public required long Number { get; init; }

    /// <summary>False for a number that no operation sent: it must not be there.</summary>
    public required bool IsSent { get; init; }

    /// <summary>Its stream, an index of <see cref="StepHistory.Keys"/>; <see cref="Operation.NoKey"/> in a store without streams.</summary>
    public required int Stream { get; init; }

    /// <summary>Its <see cref="ContentHash"/>. Of an event of a bulk append it is computed each time: only some checks need it.</summary>
    public ulong Hash
    {
        get => Content?.HashOf(Number) ?? field;
        init;
    }

    /// <summary>What the events of bulk appends are; null for another event.</summary>
    internal IBulkContent? Content { get; init; }

    /// <summary>See <see cref="Operation.Argument"/>; 0 for an event of a bulk append.</summary>
    public int Argument { get; init; }

    /// <summary>What was answered.</summary>
    public required Outcome Outcome { get; init; }

    /// <summary>The acknowledged version; 0 where none was answered.</summary>
    public required long Version { get; init; }

    /// <summary>The acknowledged position; 0 where none was answered.</summary>
    public required long Position { get; init; }

    /// <summary>When it was sent, see <see cref="Operation.Start"/>.</summary>
    public required long Start { get; init; }

    /// <summary>See <see cref="Operation.LatestEffect"/>.</summary>
    public required long LatestEffect { get; init; }

    /// <summary>Whether the store answered that it is there.</summary>
    public bool IsAcknowledged => IsSent && Outcome == Outcome.Success;

    /// <summary>Whether no answer came.</summary>
    public bool IsUnknown => IsSent && Outcome == Outcome.Timeout;
}
