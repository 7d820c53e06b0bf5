using System.Collections.Concurrent;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>
/// The names that streams have on the server, which has no schemas: the namespace, its generation and a slash before
/// the stream's own name. A slash is in neither of these, so that no prefix is another's beginning.
/// </summary>
/// <param name="prefix">What stands before each.</param>
internal sealed class LogStreams(string prefix)
{
    private readonly ConcurrentDictionary<string, string> _written = new(StringComparer.Ordinal);

    public string Prefix { get; } = prefix;

    /// <summary>The names of the streams that this store appended to, as they are on the server.</summary>
    public IEnumerable<string> Written => _written.Values;

    public string Name(StreamId stream) => _written.TryGetValue(stream.Value, out var name) ? name : Prefix + stream.Value;

    /// <summary>The name, remembered as one that is written to.</summary>
    public string Writing(StreamId stream) => _written.GetOrAdd(stream.Value, static (own, before) => before + own, Prefix);

    public StreamId Stream(string name) => new(name[Prefix.Length..]);
}
