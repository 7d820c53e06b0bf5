namespace EventSourcingBench.Domain.Identifiers;

/// <summary>What the events of a list of identifiers amount to.</summary>
/// <param name="Events">How many events; the version of its stream.</param>
/// <param name="Count">How many identifiers in all of them.</param>
/// <param name="Latest">The identifiers of the last event; none before the first.</param>
public sealed record IdentifiersState(long Events, long Count, IReadOnlyList<string> Latest)
{
    /// <summary>A list that nothing was added to.</summary>
    public static IdentifiersState Empty { get; } = new(0, 0, []);
}
