namespace EventSourcingBench.LoadTests;

/// <summary>
/// Every request that the generator sent in a step, warm-up included: what verification holds the store to.
/// </summary>
public sealed class Ledger
{
    private readonly LedgerLane[] _lanes;

    /// <summary>Makes an empty ledger.</summary>
    /// <param name="streams">The streams that the step writes to, each name once.</param>
    /// <param name="workers">How many workers there are, 1 or more.</param>
    /// <exception cref="ArgumentException">There is no stream, or a stream is there twice.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="workers"/> is less than 1.</exception>
    public Ledger(IReadOnlyList<LedgerStream> streams, int workers)
    {
        ArgumentNullException.ThrowIfNull(streams);
        ArgumentOutOfRangeException.ThrowIfLessThan(workers, 1);
        if (streams.Count == 0 || streams.DistinctBy(s => s.Name).Count() != streams.Count)
        {
            throw new ArgumentException("A ledger needs one or more streams, each once.", nameof(streams));
        }

        Streams = streams;
        _lanes = new LedgerLane[workers];
        for (var i = 0; i < workers; i++)
        {
            _lanes[i] = new LedgerLane(streams.Count);
        }
    }

    /// <summary>The streams that the step writes to.</summary>
    public IReadOnlyList<LedgerStream> Streams { get; }

    /// <summary>How many requests were entered. Exact when no worker is at work.</summary>
    public long Count => _lanes.Sum(l => l.Count);

    /// <summary>All requests, lane after lane. To be read when no worker is at work any more.</summary>
    public IEnumerable<LedgerEntry> Entries => _lanes.SelectMany(l => l.Entries());

    /// <summary>The part of one worker.</summary>
    /// <param name="worker">0 to the number of workers - 1.</param>
    public LedgerLane Lane(int worker) => _lanes[worker];
}
