namespace EventSourcingBench.Checking.Checks;

/// <summary>The reads of one stream, and the greatest version that was known before each of them began.</summary>
internal sealed class KnownBefore
{
    private readonly Operation[] _reads;
    private readonly long[] _raised;

    public KnownBefore(IEnumerable<Operation> reads)
    {
        _reads = [.. reads.OrderBy(r => r.Start)];
        _raised = new long[_reads.Length];
    }

    /// <summary>Each read by its start, with the version; 0 where none was known.</summary>
    public IEnumerable<(Operation Read, long Version)> All()
    {
        var known = 0L;
        foreach (var (read, raised) in _reads.Zip(_raised))
            yield return (read, known = Math.Max(known, raised));
    }

    /// <summary>A version was known from a moment on. It is kept at the first read that began later, and counts for those behind.</summary>
    public void Raise(long moment, long version)
    {
        if (_reads.CountUpTo(moment, static r => r.Start) is var first && first < _reads.Length)
            _raised[first] = Math.Max(_raised[first], version);
    }
}
