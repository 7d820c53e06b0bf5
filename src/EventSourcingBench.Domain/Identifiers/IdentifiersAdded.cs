namespace EventSourcingBench.Domain.Identifiers;

/// <summary>The event of the published LoadStream benchmark: identifiers were added to a list.</summary>
/// <param name="Identifiers">GUIDs in their text form of 36 characters; as many as the size of the event says.</param>
public sealed record IdentifiersAdded(IReadOnlyList<string> Identifiers)
{
    /// <summary>The name of this event's type in the stores.</summary>
    public const string EventType = nameof(IdentifiersAdded);
}
