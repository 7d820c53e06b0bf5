namespace EventSourcingBench.Abstractions;

/// <summary>An event with the tags that say what it concerns.</summary>
/// <param name="Event">The event.</param>
/// <param name="Tags">Such as <c>course:c1</c>, <c>student:s1</c>; each 1 to 100 characters, no duplicates.</param>
public sealed record DcbEvent(EventData Event, IReadOnlyList<string> Tags);
