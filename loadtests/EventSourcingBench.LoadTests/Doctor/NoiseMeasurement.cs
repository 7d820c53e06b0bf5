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

        return [.. Judge(work, writes, others, machine.Share()).OfType<Diagnosis>()];
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

    private static Diagnosis?[] Judge(
        List<LatencyHistogram> work, List<LatencyHistogram> writes, List<double> others, double? steal)
    {
        var spread = ((double)work.Max(r => r.Count) / work.Min(r => r.Count)) - 1;
        var (usual, longest) = (work.Max(r => r.Percentile(99)), work.Max(r => r.Percentile(100)));
        var share = others.Count == 0 ? (double?)null : others.Average() / Environment.ProcessorCount;
        var medians = writes.ConvertAll(r => r.Percentile(50).TotalMilliseconds);
        var all = new LatencyHistogram();
        writes.ForEach(all.Add);
        var (tail, slow) = LatencyHistogram.IsGiven(99, all.Count)
            ? ("p99", all.Percentile(99).TotalMilliseconds) : ("longest", all.Percentile(100).TotalMilliseconds);
        return
        [
            Diagnosis.Of(
                "Work done in a second", FormattableString.Invariant($"differs by {spread:0.#%}"), spread <= Spread,
                "Smaller differences between stores cannot be seen in one trial: run with --trials 6 or more, at a calmer time."),
            Diagnosis.Of(
                "Pauses of a busy thread",
                FormattableString.Invariant($"p99 {usual.TotalMilliseconds:0.00} ms, longest {longest.TotalMilliseconds:0.0} ms"),
                longest < TimeSpan.FromMilliseconds(20), "The highest percentiles of fast stores show these pauses, not the store."),
            Diagnosis.Of(
                "CPU of other processes", Percent(share), share <= OtherWork.DisturbingShare,
                "End that work: figures that are measured beside it are not the store's.", Fitness.Unfit),
            Diagnosis.Of(
                "CPU kept back by the hypervisor (steal)", Percent(steal), steal <= CpuWatch.NoticedSteal,
                "Measure at a calmer time, or on a machine that is not shared."),
            Diagnosis.Of(
                "A write of 4 KB and its fsync",
                FormattableString.Invariant($"p50 {medians.Min():0.000} to {medians.Max():0.000} ms, {tail} {slow:0.0} ms"),
                medians.Max() < FsyncSpread * medians.Min(),
                "The disk is shared or caches: durable figures follow it. Compare stores in one run with --trials 6 or more."),
        ];
    }

    private static string? Percent(double? share) => share?.ToString("0.#%", CultureInfo.InvariantCulture);
}
