using System.Numerics;

namespace EventSourcingBench.Measurement.Histograms;

/// <summary>Counts durations from 1 microsecond to 1 hour in buckets no wider than a thousandth of their value (three significant digits),
/// after the log-linear layout of Gil Tene's HdrHistogram. Mergeable. Not safe for concurrent use.</summary>
/// <remarks>Values below a microsecond count as 0 or 1, values above an hour as an hour; maximum and sum stay exact.</remarks>
public sealed class LatencyHistogram
{
    // Up to 2,047 us every microsecond has its bucket; above, each power of two is cut into 1,024.
    private const int PowerBits = 10;
    internal const long HighestMicroseconds = 3_600_000_000;
    private const int FewestBeyond = 10;
    internal static readonly int BucketCount = IndexOf(HighestMicroseconds) + 1;

    private readonly long[] _counts = new long[BucketCount];
    private long _min = long.MaxValue;

    public long Count { get; private set; }

    public long SumMicroseconds { get; private set; }

    /// <summary>The greatest value, microseconds; 0 when there is none.</summary>
    public long MaxMicroseconds { get; private set; }

    /// <summary>The least value, microseconds; 0 when there is none.</summary>
    public long MinMicroseconds => Count == 0 ? 0 : _min;

    public static LatencyHistogram FromRecord(HistogramRecord record)
    {
        var histogram = new LatencyHistogram();
        histogram.Add(record);
        return histogram;
    }

    /// <summary>Counts a duration; a negative one (of a clock that was set back) as zero. Allocates nothing.</summary>
    public void Record(TimeSpan duration) => RecordMicroseconds((long)duration.TotalMicroseconds);

    public void RecordMicroseconds(long microseconds)
    {
        var value = Math.Max(0, microseconds);
        _counts[IndexOf(Math.Min(value, HighestMicroseconds))]++;
        Count++;
        SumMicroseconds += value;
        MaxMicroseconds = Math.Max(MaxMicroseconds, value);
        _min = Math.Min(_min, value);
    }

    public void Add(LatencyHistogram other)
    {
        foreach (var (index, count) in other.Filled())
            _counts[index] += count;

        AddTotals(other.Count, other._min, other.MaxMicroseconds, other.SumMicroseconds);
    }

    public void Add(HistogramRecord record)
    {
        for (var i = 0; i < record.Buckets.Count; i += 2)
            _counts[record.Buckets[i]] += record.Buckets[i + 1];

        AddTotals(record.Count, record.Count == 0 ? long.MaxValue : record.MinMicroseconds, record.MaxMicroseconds, record.SumMicroseconds);
    }

    /// <summary>What was counted since an earlier state; its least and greatest value are those of their buckets.</summary>
    /// <param name="earlier">The same histogram, or a copy of it, before.</param>
    public LatencyHistogram Since(LatencyHistogram earlier)
    {
        var since = new LatencyHistogram();
        foreach (var (index, count) in Filled().Where(c => c.Count > earlier._counts[c.Index]))
        {
            since._counts[index] = count - earlier._counts[index];
            since.Count += since._counts[index];
            since._min = Math.Min(since._min, Math.Max(MinMicroseconds, index == 0 ? 0 : UpperEnd(index - 1) + 1));
            since.MaxMicroseconds = index == BucketCount - 1 ? MaxMicroseconds : Math.Min(MaxMicroseconds, UpperEnd(index));
        }

        since.SumMicroseconds = SumMicroseconds - earlier.SumMicroseconds;
        return since;
    }

    public void Clear()
    {
        Array.Clear(_counts);
        (Count, SumMicroseconds, MaxMicroseconds, _min) = (0, 0, 0, long.MaxValue);
    }

    /// <summary>The value that a share of all values does not exceed (nearest rank), to a thousandth: the upper end of its bucket, never
    /// above the maximum. Zero when there is no value.</summary>
    /// <param name="percentile">0 to 100.</param>
    public TimeSpan Percentile(double percentile) =>
        RankOf(percentile, Count) is var rank && Count > 0 ? AtRank(rank, MaxMicroseconds) : TimeSpan.Zero;

    /// <summary>Whether so many values are enough to give a percentile: from p99 on ten must be beyond it, so that p99 needs 1,000 values
    /// and p99.9 needs 10,000. The maximum is always given.</summary>
    /// <param name="percentile">0 to 100.</param>
    public static bool IsGiven(double percentile, long count) =>
        percentile is < 99 or 100 || count * (100 - (decimal)percentile) >= 100 * FewestBeyond;

    /// <summary>The place of a percentile among so many values in rising order (nearest rank).</summary>
    internal static long RankOf(double percentile, long count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(percentile);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(percentile, 100);

        // Decimal: in binary fractions 99.9% of 1,000 would be a hair above 999 and round up to the next value.
        return Math.Max(1, (long)Math.Ceiling((decimal)percentile * count / 100));
    }

    /// <summary>The value at a place in rising order, to a thousandth: the upper end of its bucket; the least value exactly.</summary>
    /// <param name="rank">1 to <see cref="Count"/>.</param>
    /// <param name="most">What the upper end of a bucket is cut at, microseconds: the greatest value or more.</param>
    internal TimeSpan AtRank(long rank, long most)
    {
        if (rank == 1)
            return TimeSpan.FromMicroseconds(MinMicroseconds);

        var seen = 0L;
        foreach (var (index, count) in Filled())
        {
            seen += count;
            if (seen >= rank)
                return TimeSpan.FromMicroseconds(index == BucketCount - 1 ? most : Math.Clamp(UpperEnd(index), MinMicroseconds, most));
        }

        throw new InvalidOperationException("The counts of the buckets do not add up to the count of values.");
    }

    /// <summary>The buckets that hold something, in rising order: the upper end and how many values.</summary>
    public IEnumerable<(long UpperMicroseconds, long Count)> Buckets() =>
        Filled().Select(c => (UpperEnd(c.Index), c.Count));

    public HistogramRecord ToRecord() => new(Count, MinMicroseconds, MaxMicroseconds, SumMicroseconds,
        [.. Filled().SelectMany(c => (long[])[c.Index, c.Count])]);

    /// <summary>The same with counts of neighbouring buckets added up: buckets no wider than a fraction of their value, 1 over two to the
    /// power of so many bits. Count, sum, least and greatest value stay exact.</summary>
    public HistogramRecord ToRecord(int bits) => ToRecord() with
    {
        Buckets = [.. Buckets().GroupBy(b => IndexOf(b.UpperMicroseconds, bits), b => b.Count)
            .SelectMany(g => (long[])[IndexOf(Math.Min(UpperEnd(g.Key, bits), HighestMicroseconds)), g.Sum()])],
    };

    /// <summary>The bucket of a value, 0 or more, where each power of two is cut into two to the power of so many bits.</summary>
    internal static int IndexOf(long value, int bits = PowerBits)
    {
        var power = Math.Max(0, BitOperations.Log2((ulong)value) - bits);
        return (power << bits) + (int)(value >> power);
    }

    /// <summary>The greatest value of a bucket.</summary>
    internal static long UpperEnd(int index, int bits = PowerBits)
    {
        var power = Math.Max(0, (index >> bits) - 1);
        return ((index - (power << bits) + 1L) << power) - 1;
    }

    private void AddTotals(long count, long min, long max, long sum)
    {
        (Count, SumMicroseconds) = (Count + count, SumMicroseconds + sum);
        (_min, MaxMicroseconds) = (Math.Min(_min, min), Math.Max(MaxMicroseconds, max));
    }

    // The buckets that hold something, rising. Most hold nothing: many of these are passed over at once.
    private IEnumerable<(int Index, long Count)> Filled()
    {
        for (int i = 0, empty; (empty = _counts.AsSpan(i).IndexOfAnyExcept(0L)) >= 0; i += empty + 1)
            yield return (i + empty, _counts[i + empty]);
    }
}

/// <summary>A histogram as it is stored: how many values, the least and the greatest (0 when there is none) and the sum of all,
/// microseconds; and the buckets that hold something, index and count in turn, indexes rising.</summary>
public sealed record HistogramRecord(
    long Count, long MinMicroseconds, long MaxMicroseconds, long SumMicroseconds, IReadOnlyList<long> Buckets) : IJsonOnDeserialized
{
    // Checks what was read here, so that the error names the place.
    void IJsonOnDeserialized.OnDeserialized()
    {
        if (Buckets.Count % 2 != 0 || MinMicroseconds > MaxMicroseconds)
            throw new JsonException("A histogram has a bucket without a count, or a least value above its greatest.");

        var values = 0L;
        for (var i = 0; i < Buckets.Count; i += 2)
        {
            if (Buckets[i] < 0 || Buckets[i] >= LatencyHistogram.BucketCount || Buckets[i + 1] < 0)
                throw new JsonException($"A histogram has no bucket {Buckets[i]} with {Buckets[i + 1]} values.");

            values += Buckets[i + 1];
        }

        if (values != Count)
            throw new JsonException($"A histogram says {Count} values and holds {values}.");

        if (MinMicroseconds < 0 || MaxMicroseconds > TimeSpan.MaxValue.Ticks / TimeSpan.TicksPerMicrosecond
            || SumMicroseconds < 0 || SumMicroseconds / Math.Max(1, Count) > MaxMicroseconds)
        {
            throw new JsonException("A histogram has a least or greatest value out of range, or a mean above its greatest value.");
        }
    }
}
