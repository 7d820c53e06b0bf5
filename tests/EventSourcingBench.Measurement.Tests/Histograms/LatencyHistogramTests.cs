using System.Text.Json.Serialization;

namespace EventSourcingBench.Measurement.Tests;

public sealed class LatencyHistogramTests
{
    private static readonly Arbitrary<long[]> Values =
        Gen.Choose(0, 31).SelectMany(bits => Gen.Choose(0, int.MaxValue).Select(v => (long)v & ((1L << bits) - 1)))
            .NonEmptyListOf().Select(l => l.ToArray()).ToArbitrary();

    [Fact]
    public void Every_value_is_kept_to_a_thousandth() => Check.QuickThrowOnFailure(Prop.ForAll(Values, values => Array.ForEach(
        values, value => LatencyHistogram.UpperEnd(LatencyHistogram.IndexOf(value)).ShouldBeInRange(value, value + (value / 1_000)))));

    [Fact]
    public void Percentiles_are_the_nearest_rank_to_a_thousandth() => Check.QuickThrowOnFailure(Prop.ForAll(Values, values =>
    {
        var (histogram, sorted) = (Of(values), values.Order().ToArray());
        foreach (var tenths in new[] { 0, 10, 500, 900, 990, 999, 1_000 })
        {
            var exact = sorted[Math.Max(1, ((tenths * sorted.Length) + 999) / 1_000) - 1];
            histogram.Percentile(tenths / 10.0).TotalMicroseconds.ShouldBeInRange(exact, exact + (exact / 1_000));
        }

        histogram.Percentile(100).TotalMicroseconds.ShouldBe(sorted[^1]);
    }));

    [Fact]
    public void Two_merged_are_one_of_both_or_less_the_first_the_second() => Check.QuickThrowOnFailure(Prop.ForAll(Values, Values, (a, b) =>
    {
        var merged = Of(a);
        merged.Add(Of(b));
        ShouldBeSame(merged, Of([.. a, .. b]));
        var since = LatencyHistogram.FromRecord(merged.Since(Of(a)).ToRecord());
        since.Buckets().ShouldBe(Of(b).Buckets());
        since.SumMicroseconds.ShouldBe(b.Sum());
    }));

    [Fact]
    public void A_stored_histogram_is_the_same() => Check.QuickThrowOnFailure(Prop.ForAll(Values, values =>
        ShouldBeSame(LatencyHistogram.FromRecord(Of(values).ToRecord()), Of(values))));

    [Fact]
    public void Rank_of_999_in_a_thousand_is_not_rounded_up()
    {
        var histogram = Of([.. Enumerable.Range(1, 1_000).Select(i => (long)i)]);
        histogram.Percentile(99.9).TotalMicroseconds.ShouldBe(999);
        histogram.Percentile(55).TotalMicroseconds.ShouldBe(550);
    }

    [Fact]
    public void Beyond_an_hour_the_maximum_stays_exact_and_negative_durations_count_as_zero()
    {
        var histogram = Of(1, 7_200_000_000);
        histogram.Record(TimeSpan.FromSeconds(-1));
        histogram.Percentile(99).ShouldBe(TimeSpan.FromHours(2));
        (histogram.Count, histogram.MinMicroseconds, histogram.MaxMicroseconds).ShouldBe((3, 0, 7_200_000_000));
        histogram.SumMicroseconds.ShouldBe(7_200_000_001);
    }

    [Fact]
    public void Without_values_everything_is_zero()
    {
        var histogram = Of(5);
        histogram.Clear();
        (histogram.Count, histogram.MinMicroseconds, histogram.Percentile(99)).ShouldBe((0, 0, TimeSpan.Zero));
        ShouldBeSame(LatencyHistogram.FromRecord(histogram.ToRecord()), new LatencyHistogram());
    }

    [Fact]
    public void A_record_that_contradicts_itself_is_refused()
    {
        var good = Of(1, 2, 3).ToRecord();
        HistogramRecord[] all =
        [
            good with { Count = 4 }, good with { Buckets = [1, 1, 2, 1, 3] }, good with { Buckets = [99_999, 3] },
            good with { Buckets = [1, 4, 2, -1] }, good with { MinMicroseconds = 4 },
        ];
        Array.ForEach(all, bad => Should.Throw<JsonException>(((IJsonOnDeserialized)bad).OnDeserialized));
    }

    internal static LatencyHistogram Of(params long[] values)
    {
        var histogram = new LatencyHistogram();
        Array.ForEach(values, histogram.RecordMicroseconds);
        return histogram;
    }

    private static void ShouldBeSame(LatencyHistogram a, LatencyHistogram b)
    {
        var (x, y) = (a.ToRecord(), b.ToRecord());
        x.Buckets.ShouldBe(y.Buckets);
        (x with { Buckets = y.Buckets }).ShouldBe(y);
    }
}
