namespace EventSourcingBench.Stores.Shared;

/// <summary>
/// The names of streams on the server, which has no schemas: the namespace, its generation and a slash, then the stream's name.
/// Neither the namespace nor the generation contains a slash, so no prefix is the start of another.
/// </summary>
/// <param name="prefix">The prefix.</param>
internal sealed class LogStreams(string prefix)
{
    private readonly ConcurrentDictionary<string, string> _written = new(StringComparer.Ordinal);

    public string Prefix { get; } = prefix;

    /// <summary>The server's names of the streams that this store appended to.</summary>
    public IEnumerable<string> Written => _written.Values;

    public string Name(StreamId stream) => _written.TryGetValue(stream.Value, out var name) ? name : Prefix + stream.Value;

    /// <summary>The server's name of a stream, which is recorded as written to.</summary>
    public string Writing(StreamId stream) => _written.GetOrAdd(stream.Value, static (own, before) => before + own, Prefix);

    public StreamId Stream(string name) => new(name[Prefix.Length..]);
}
