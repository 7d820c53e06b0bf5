using System.Collections.Concurrent;

namespace EventSourcingBench.Stores.Marten;

/// <summary>
/// Streams of which a race was lost. Appends to them that expect no version take Marten's lock on the stream from then on:
/// a lost race costs a position that the daemon then waits for. Only a hint, so that it may be forgotten.
/// </summary>
internal sealed class ContendedStreams
{
    private const int Capacity = 10_000;

    private readonly ConcurrentDictionary<string, bool> _streams = new(StringComparer.Ordinal);

    public bool Contains(string stream) => !_streams.IsEmpty && _streams.ContainsKey(stream);

    /// <summary>Notes what was found.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="contended">False where there is no stream that could be locked.</param>
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
