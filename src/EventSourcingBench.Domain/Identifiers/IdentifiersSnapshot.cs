namespace EventSourcingBench.Domain.Identifiers;

/// <summary>A state that was kept, so that a reader folds only the events after it. It is an event of a separate stream.</summary>
/// <param name="Version">The version of the stream that it stands for, 1 or more.</param>
/// <param name="State">The state after that event.</param>
public sealed record IdentifiersSnapshot(long Version, IdentifiersState State)
{
    /// <summary>The name of this event's type in the stores.</summary>
    public const string EventType = nameof(IdentifiersSnapshot);
}
