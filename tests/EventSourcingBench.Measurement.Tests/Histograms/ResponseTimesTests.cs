namespace EventSourcingBench.Measurement.Tests;

public sealed class ResponseTimesTests
{
    private static readonly double[] Percentiles = [0, 1, 50, 90, 99, 99.9, 100];

    private static readonly Arbitrary<(long Microseconds, Outcome Outcome)[]> Requests =
        (from bits in Gen.Choose(0, 31)
         from value in Gen.Choose(0, int.MaxValue)
         from outcome in Gen.Elements(Enum.GetValues<Outcome>())
         select ((long)value & ((1L << bits) - 1), outcome)).NonEmptyListOf().Select(l => l.ToArray()).ToArbitrary();

    [Fact]
    public void A_percentile_is_the_answered_time_of_its_rank_or_at_least_the_greatest_time_and_never_falls_by_a_failure() =>
        Check.QuickThrowOnFailure(Prop.ForAll(Requests, Gen.Choose(0, int.MaxValue).ToArbitrary(), (requests, chosen) =>
        {
            var failed = requests.ToArray();
            failed[chosen % failed.Length].Outcome = Outcome.Timeout;
            var (times, after) = (Of(requests), Of(failed));
            var answered = requests.Where(r => !ResponseTimes.IsCensored(r.Outcome)).Select(r => r.Microseconds).Order().ToArray();
            foreach (var percentile in Percentiles)
            {
                var rank = Math.Max(1, (int)Math.Ceiling((decimal)percentile * requests.Length / 100));
                var (time, isLowerBound) = times.Percentile(percentile);
                isLowerBound.ShouldBe(rank > answered.Length);
                var exact = isLowerBound ? requests.Max(r => r.Microseconds) : answered[rank - 1];
                time.TotalMicroseconds.ShouldBeInRange(exact, isLowerBound ? exact : exact + (exact / 1_000));
                after.Percentile(percentile).Time.ShouldBeGreaterThanOrEqualTo(time);
                (after.Percentile(percentile).IsLowerBound || !isLowerBound).ShouldBeTrue();
            }
        }));

    [Fact]
    public void Without_failures_it_is_the_percentile_of_the_histogram() => Check.QuickThrowOnFailure(Prop.ForAll(Requests, requests =>
    {
        var histogram = LatencyHistogramTests.Of([.. requests.Select(r => r.Microseconds)]);
        var times = Of([.. requests.Select(r => (r.Microseconds, Outcome.Success))]);
        Percentiles.ShouldAllBe(p => times.Percentile(p) == new ResponseTime(histogram.Percentile(p), false));
        times.Mean.ShouldBe(new ResponseTime(TimeSpan.FromMicroseconds((double)histogram.SumMicroseconds / histogram.Count), false));
    }));

    [Fact]
    public void Parts_that_are_merged_are_the_whole() => Check.QuickThrowOnFailure(Prop.ForAll(Requests, Requests, (a, b) =>
    {
        var (whole, merged, window) = (Of([.. a, .. b]), Of(a), Of(a));
        merged.Add(Of(b));
        window.Add(Of(b).ToWindow());
        var records = ResponseTimes.Of(a.Concat(b).GroupBy(r => r.Outcome).Select(g =>
        {
            var histogram = LatencyHistogramTests.Of([.. g.Select(r => r.Microseconds)]).ToRecord();
            return new OperationRecord("append", g.Key, histogram, histogram);
        }));
        foreach (var sum in (ResponseTimes[])[merged, window, records])
        {
            (sum.Count, sum.Censored, sum.Mean).ShouldBe((whole.Count, whole.Censored, whole.Mean));
            Percentiles.ShouldAllBe(p => sum.Percentile(p) == whole.Percentile(p));
        }
    }));

    [Fact]
    public void A_fast_error_is_slower_than_every_answer()
    {
        var times = Of([(1_000, Outcome.Success), (90_000, Outcome.Conflict), (40_000, Outcome.Refused), (10, Outcome.Error)]);

        times.Percentile(75).ShouldBe(new ResponseTime(TimeSpan.FromMilliseconds(90), false));
        times.Percentile(76).ShouldBe(new ResponseTime(TimeSpan.FromMilliseconds(90), true));
        (times.Count, times.Censored).ShouldBe((4, 1));
    }

    [Fact]
    public void Without_a_request_everything_is_zero()
    {
        var times = Of([(7, Outcome.Success), (8, Outcome.Timeout)]);
        times.Clear();
        (times.Count, times.Percentile(99), times.Mean).ShouldBe((0, default, default));
    }

    private static ResponseTimes Of((long Microseconds, Outcome Outcome)[] requests)
    {
        var times = new ResponseTimes();
        Array.ForEach(requests, r => times.Record(TimeSpan.FromMicroseconds(r.Microseconds), r.Outcome));
        return times;
    }
}
