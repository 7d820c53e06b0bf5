namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>The result of a range.</summary>
/// <param name="Found">The pairs, in key order.</param>
/// <param name="More">Whether the limit cut the result off.</param>
/// <param name="Revision">The revision of the whole store at the time of the read.</param>
internal sealed record RangeAnswer(IReadOnlyList<KeyValue> Found, bool More, long Revision);
