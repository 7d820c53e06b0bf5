namespace EventSourcingBench.Domain;

/// <summary>A stored event is not one that its reader expects: another has written to the store, in another format.</summary>
public sealed class ForeignEventException : FormatException
{
    /// <summary>Names the event.</summary>
    /// <param name="id">Its identity.</param>
    /// <param name="what">What it is, and what was expected; reads on from the event's identity, and ends with a full stop.</param>
    /// <param name="inner">What the reader said; default: nothing.</param>
    public ForeignEventException(Guid id, string what, Exception? inner = null)
        : base($"Event {id} {what}", inner)
    {
    }
}
