using System.IO.Hashing;

namespace EventSourcingBench.LoadTests.Doctor;

/// <summary>Does the same work again and again, round by round: what differs is the machine's.</summary>
internal sealed class NoiseMeasurement(string folder, TimeProvider time)
{
    private const double Spread = 0.1;
    private const double FsyncSpread = 2;

    // About 0.1 ms on a processor of today.
    private readonly byte[] _block = new byte[1 << 20];

    /// <summary>Takes up to twice the rounds' time: forced writes follow the work of each round, at most for a second.</summary>
    /// <exception cref="IOException">The folder cannot be written to; the message names it.</exception>
    public IReadOnlyList<Diagnosis> Measure(int rounds, TimeSpan round)
    {
        var (work, writes) = (new List<LatencyHistogram>(), new List<LatencyHistogram>());
        var others = new List<double>();
        var machine = CpuWatch.Start();
        for (var i = 0; i < rounds; i++)
        {
            var beside = new OtherWork(ProcessTable.Read());
            work.Add(Work(round));
            if (beside.BusyCores(ProcessTable.Read()) is { } busy)
                others.Add(busy);

            writes.Add(FsyncProbe.Measure(folder, time));
        }

        return [.. OfWork(work), .. OfOthers(others, machine.Share()), .. OfWrites(writes)];
    }

    private LatencyHistogram Work(TimeSpan round)
    {
        var (histogram, start) = (new LatencyHistogram(), time.GetTimestamp());
        while (time.GetElapsedTime(start) < round)
        {
            var begin = time.GetTimestamp();
            _block[0] = (byte)XxHash64.HashToUInt64(_block);
            histogram.Record(time.GetElapsedTime(begin));
        }

        return histogram;
    }

    private static IEnumerable<Diagnosis> OfWork(List<LatencyHistogram> rounds)
    {
        var spread = ((double)rounds.Max(r => r.Count) / rounds.Min(r => r.Count)) - 1;
        yield return Diagnosis.Of(
            "Work done in a second", FormattableString.Invariant($"differs by {spread:0.#%}"), Fitness.Doubtful, spread <= Spread,
            "Smaller differences between stores cannot be seen in one trial: run with --trials 6 or more, at a calmer time.");
        var (usual, longest) = (rounds.Max(r => r.Percentile(99)), rounds.Max(r => r.Percentile(100)));
        yield return Diagnosis.Of(
            "Pauses of a busy thread",
            FormattableString.Invariant($"p99 {usual.TotalMilliseconds:0.00} ms, longest {longest.TotalMilliseconds:0.0} ms"),
            Fitness.Doubtful, longest < TimeSpan.FromMilliseconds(20),
            "The highest percentiles of fast stores show these pauses, not the store.");
    }

    private static IEnumerable<Diagnosis> OfOthers(List<double> others, double? steal)
    {
        if (others.Count > 0)
        {
            var share = others.Average() / Environment.ProcessorCount;
            yield return Diagnosis.Of(
                "CPU of other processes", share.ToString("0.#%", CultureInfo.InvariantCulture), Fitness.Unfit,
                share <= OtherWork.DisturbingShare,
                "End that work: figures that are measured beside it are not the store's.");
        }

        if (steal is { } stolen)
        {
            yield return Diagnosis.Of(
                "CPU kept back by the hypervisor (steal)", stolen.ToString("0.#%", CultureInfo.InvariantCulture), Fitness.Doubtful,
                stolen <= CpuWatch.NoticedSteal, "Measure at a calmer time, or on a machine that is not shared.");
        }
    }

    private static IEnumerable<Diagnosis> OfWrites(List<LatencyHistogram> rounds)
    {
        var medians = rounds.ConvertAll(r => r.Percentile(50).TotalMilliseconds);
        var all = new LatencyHistogram();
        rounds.ForEach(all.Add);
        var (tail, slow) = LatencyHistogram.IsGiven(99, all.Count)
            ? ("p99", all.Percentile(99).TotalMilliseconds) : ("longest", all.Percentile(100).TotalMilliseconds);
        yield return Diagnosis.Of(
            "A write of 4 KB and its fsync",
            FormattableString.Invariant($"p50 {medians.Min():0.000} to {medians.Max():0.000} ms, {tail} {slow:0.0} ms"),
            Fitness.Doubtful, medians.Max() < FsyncSpread * medians.Min(),
            "The disk is shared or caches: durable figures follow it. Compare stores in one run with --trials 6 or more.");
    }
}
