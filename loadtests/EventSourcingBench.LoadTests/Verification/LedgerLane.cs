namespace EventSourcingBench.LoadTests;

/// <summary>
/// The part of the ledger that one worker writes, so that no worker waits for another. A request is entered before it is
/// sent and settled after its answer: whatever happens in between, it is in the ledger with an unknown outcome.
/// One request is under way at a time.
/// </summary>
public sealed class LedgerLane
{
    // 1,024 entries are 40 KB: small enough to stay out of the large object heap.
    private const int ChunkLength = 1_024;
    private readonly List<LedgerEntry[]> _chunks = [];
    private readonly int _streamCount;
    private LedgerEntry[] _current = [];
    private int _used;

    internal LedgerLane(int streamCount) => _streamCount = streamCount;

    /// <summary>How many requests were entered.</summary>
    public long Count => _chunks.Count == 0 ? 0 : ((long)(_chunks.Count - 1) * ChunkLength) + _used;

    /// <summary>Enters a request that is about to be sent. Its outcome is unknown until it is settled.</summary>
    /// <param name="eventId">The id that is sent, of no other request.</param>
    /// <param name="stream">The index of the stream in <see cref="Ledger.Streams"/>.</param>
    /// <param name="amount">What the event adds to its group's total (tick volume).</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such stream.</exception>
    public void Send(Guid eventId, int stream, long amount)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(stream);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(stream, _streamCount);
        Add(new LedgerEntry(eventId, Version: 0, amount, stream, LedgerOutcome.Unknown));
    }

    /// <summary>Takes over a request that a generator in another process sent and settled.</summary>
    internal void TakeOver(in LedgerEntry entry)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(entry.Stream, _streamCount, nameof(entry));
        Add(entry);
    }

    /// <summary>The store acknowledged the request that was entered last.</summary>
    /// <param name="version">The version that it gave; kept as it came, for verification to judge.</param>
    public void Acknowledge(long version) => Settle(LedgerOutcome.Acknowledged, version);

    /// <summary>The request that was entered last lost a race: nothing was done.</summary>
    public void Conflict() => Settle(LedgerOutcome.Conflict, version: 0);

    /// <summary>The request that was entered last failed, and it is known that nothing was done.</summary>
    public void Fail() => Settle(LedgerOutcome.Error, version: 0);

    internal IEnumerable<LedgerEntry> Entries()
    {
        foreach (var chunk in _chunks)
        {
            var length = ReferenceEquals(chunk, _current) ? _used : chunk.Length;
            for (var i = 0; i < length; i++)
            {
                yield return chunk[i];
            }
        }
    }

    private void Add(in LedgerEntry entry)
    {
        if (_used == _current.Length)
        {
            _current = new LedgerEntry[ChunkLength];
            _chunks.Add(_current);
            _used = 0;
        }

        _current[_used++] = entry;
    }

    private void Settle(LedgerOutcome outcome, long version)
    {
        if (_used == 0 || _current[_used - 1].Outcome != LedgerOutcome.Unknown)
        {
            throw new InvalidOperationException("No request of this lane waits for its outcome.");
        }

        _current[_used - 1] = _current[_used - 1] with { Outcome = outcome, Version = version };
    }
}
