namespace EventSourcingBench.Stores.Marten.Appending;

/// <summary>
/// Streams with version conflicts. Later appends to them without an expected version use Marten's stream lock: a conflict takes
/// a position, at which the daemon waits. The set is a hint and may be cleared at any time.
/// </summary>
internal sealed class ContendedStreams
{
    private const int Capacity = 10_000;

    private readonly ConcurrentDictionary<string, bool> _streams = new(StringComparer.Ordinal);

    public bool Contains(string stream) => !_streams.IsEmpty && _streams.ContainsKey(stream);

    /// <summary>Records the result of an append.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="contended">False if there is no stream that could be locked.</param>
    public void Set(string stream, bool contended)
    {
        if (!contended)
        {
            _streams.TryRemove(stream, out _);
            return;
        }

        if (_streams.Count >= Capacity)
        {
            _streams.Clear();
        }

        _streams[stream] = true;
    }
}
