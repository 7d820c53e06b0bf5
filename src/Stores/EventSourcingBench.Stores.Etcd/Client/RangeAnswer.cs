namespace EventSourcingBench.Stores.Etcd;

/// <summary>What a range found.</summary>
/// <param name="Found">The pairs, in the order of their keys.</param>
/// <param name="More">Whether the limit left some out.</param>
/// <param name="Revision">The revision of the whole store that was read.</param>
internal sealed record RangeAnswer(IReadOnlyList<KeyValue> Found, bool More, long Revision);
