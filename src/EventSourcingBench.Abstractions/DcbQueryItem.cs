namespace EventSourcingBench.Abstractions;

/// <summary>An event matches when its type is one of the types and it has all of the tags.</summary>
/// <param name="Types">The types; none means any type.</param>
/// <param name="Tags">The tags; none means any tags.</param>
public sealed record DcbQueryItem(IReadOnlyList<string> Types, IReadOnlyList<string> Tags);
