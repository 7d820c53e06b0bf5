namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>A key and its value.</summary>
/// <param name="Key">The key.</param>
/// <param name="Value">The value.</param>
internal readonly record struct KeyValue(byte[] Key, byte[] Value);
