namespace EventSourcingBench.Abstractions;

/// <summary>
/// A projection, written once, run by each store with its own mechanism. Pure: the same event gives the same row.
/// </summary>
public interface IProjection
{
    /// <summary>Its name: lower-case letters, digits and <c>_</c>, at most 40 characters; part of table names.</summary>
    string Name { get; }

    /// <summary>The row that the event gives, or null where it gives none.</summary>
    /// <param name="recorded">The event.</param>
    ReadModelRow? Project(RecordedEvent recorded);
}
