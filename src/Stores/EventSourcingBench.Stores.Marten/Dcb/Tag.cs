namespace EventSourcingBench.Stores.Marten;

/// <summary>Marten's tag type here: one for all tags, so that it takes any. Its table is <c>mt_event_tag_tag</c>.</summary>
/// <param name="Value">The tag, such as <c>course:c1</c>.</param>
public sealed record Tag(string Value);
