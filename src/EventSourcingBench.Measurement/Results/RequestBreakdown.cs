namespace EventSourcingBench.Measurement.Results;

/// <summary>What requests spent their time on: the sums of the parts by service time, in bands no wider than 1/32 of it. Medians of parts
/// do not add up; mean parts of the requests in one band do. Mergeable. Not safe for concurrent use.</summary>
public sealed class RequestBreakdown
{
    private const int PowerBits = 5;
    private readonly long[] _sums = new long[(BandOf(LatencyHistogram.HighestMicroseconds) + 1) * Row];

    /// <summary>The parts in the order in which a request goes through them; the service time is all but the first. What is neither queue
    /// nor said by the answer is <c>wire</c>: connection, network, HTTP and the generator's own work.</summary>
    public static IReadOnlyList<string> Parts { get; } = ["queue", "wire", "route", "wait", "adapter", "store", "answer"];

    // The count of a band, and the sums.
    private static int Row => Parts.Count + 1;

    /// <summary>Counts a request, with the microseconds in each part from <c>route</c> on. Allocates nothing.</summary>
    public void Record(TimeSpan queue, TimeSpan service, ReadOnlySpan<int> parts)
    {
        var microseconds = (long)service.TotalMicroseconds;
        Span<long> times = [(long)queue.TotalMicroseconds, microseconds, 0, 0, 0, 0, 0];
        for (var part = 0; part < parts.Length; part++)
        {
            times[part + 2] = parts[part];
            times[1] = Math.Max(0, times[1] - parts[part]);
        }

        var band = _sums.AsSpan(BandOf(Math.Clamp(microseconds, 0, LatencyHistogram.HighestMicroseconds)) * Row, Row);
        band[0]++;
        for (var part = 0; part < times.Length; part++)
            band[part + 1] += times[part];
    }

    public void Add(BreakdownRecord record)
    {
        for (var i = 0; i < record.Bands.Count; i++)
        {
            if (i % (Row + 1) is > 0 and var column)
                _sums[(record.Bands[i - column] * Row) + column - 1] += record.Bands[i];
        }
    }

    public void Clear() => Array.Clear(_sums);

    /// <summary>The mean of each part, milliseconds, of the measured requests in the band of a percentile of the service time of all
    /// requests, or in the band next to it, whichever were measured; null without a request, and with too few for the percentile.</summary>
    public static IReadOnlyList<double>? At(IReadOnlyCollection<OperationRecord> operations, double percentile)
    {
        var measured = operations.Where(o => o.Breakdown is not null).ToList();
        var service = new LatencyHistogram();
        foreach (var operation in measured)
            service.Add(operation.ServiceTime);

        var band = BandOf((long)service.Percentile(percentile).TotalMicroseconds);
        var nearest = measured.SelectMany(o => o.Breakdown!.Bands.Chunk(Row + 1)).GroupBy(b => b[0]).MinBy(g => Math.Abs(g.Key - band));
        return nearest is null || !LatencyHistogram.IsGiven(percentile, service.Count) ? null
            : [.. Enumerable.Range(2, Parts.Count).Select(column => nearest.Sum(b => b[column]) / (nearest.Sum(b => b[1]) * 1000.0))];
    }

    public BreakdownRecord ToRecord() =>
        new([.. _sums.Chunk(Row).Index().Where(b => b.Item[0] > 0).SelectMany(b => b.Item.Prepend(b.Index))]);

    internal static bool IsRecord(BreakdownRecord record) => record.Bands.Count % (Row + 1) == 0 && record.Bands.Chunk(Row + 1).All(
        b => b[0] >= 0 && b[0] <= BandOf(LatencyHistogram.HighestMicroseconds) && b.Skip(1).All(sum => sum >= 0));

    private static int BandOf(long microseconds) => LatencyHistogram.IndexOf(microseconds, PowerBits);
}

/// <summary>A breakdown as it is stored: for each band with a request its number, the count of requests and the sums of the parts,
/// microseconds, bands rising.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Skip)] // Until 2026-11-29 there was a histogram of each part too.
public sealed record BreakdownRecord(IReadOnlyList<long> Bands) : IJsonOnDeserialized
{
    // Checks what was read here, so that the error names the place.
    void IJsonOnDeserialized.OnDeserialized()
    {
        if (!RequestBreakdown.IsRecord(this))
            throw new JsonException("A breakdown of requests contradicts itself.");
    }
}
