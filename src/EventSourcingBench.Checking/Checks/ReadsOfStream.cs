namespace EventSourcingBench.Checking.Checks;

/// <summary>The reads of one stream by their start, and what each must show: what was known before it began.</summary>
internal sealed class ReadsOfStream(Operation[] reads)
{
    private readonly long[] _acknowledged = new long[reads.Length];
    private readonly long[] _shown = new long[reads.Length];

    /// <summary>A version was acknowledged at this moment.</summary>
    public void RaiseAcknowledged(long moment, long version) => Raise(_acknowledged, moment, version);

    /// <summary>Each read shows its versions from its end on.</summary>
    public void RaiseShown()
    {
        foreach (var read in reads)
        {
            Raise(_shown, read.End, ReadCheck.LastSeen(read));
        }
    }

    /// <summary>Each read, with the versions that had been acknowledged and shown before it began.</summary>
    public IEnumerable<(Operation Read, long Acknowledged, long Shown)> Needs()
    {
        var (acknowledged, shown) = (0L, 0L);
        for (var i = 0; i < reads.Length; i++)
        {
            (acknowledged, shown) = (Math.Max(acknowledged, _acknowledged[i]), Math.Max(shown, _shown[i]));
            yield return (reads[i], acknowledged, shown);
        }
    }

    // At the first read that began after the moment; the running maximum takes it to those behind.
    private void Raise(long[] values, long moment, long version)
    {
        var (low, high) = (0, reads.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = reads[middle].Start > moment ? (low, middle) : (middle + 1, high);
        }

        if (low < values.Length)
        {
            values[low] = Math.Max(values[low], version);
        }
    }
}
