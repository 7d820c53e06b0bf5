namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>The single tag type, used for all tags. Its table is <c>mt_event_tag_tag</c>.</summary>
/// <param name="Value">The tag, such as <c>course:c1</c>.</param>
public sealed record Tag(string Value);
