namespace EventSourcingBench.Reporting.Tests;

public sealed class FormatTests
{
    [Fact]
    public void Numbers_have_three_significant_digits() =>
        new[] { 0, 5123, 5125.1, 123_456.789, 12.345, 9.996, 999.6, 0.031416, -2.5, double.NaN, double.PositiveInfinity }
            .Select(value => Format.Number(value))
            .ShouldBe(["0", "5,120", "5,130", "123,000", "12.3", "10.0", "1,000", "0.0314", "-2.50", "–", "–"]);

    [Fact]
    public void Durations_have_the_unit_that_suits_them() => new double?[] { 0.3121, 3.1, 1200, null }
        .Select(milliseconds => Format.Duration(milliseconds)).ShouldBe(["312 µs", "3.10 ms", "1.20 s", "–"]);

    [Fact]
    public void Sizes_are_said_exactly_as_they_were_given() => new[] { 1024, 65_536, 1_048_576, 1_000_000, 1_500, 0 }
        .Select(bytes => Format.Size(bytes)).ShouldBe(["1 KiB", "64 KiB", "1 MiB", "1 MB", "1,500 B", "0 B"]);

    [Fact]
    public void An_estimate_shows_its_interval_only_where_it_has_one()
    {
        Format.WithInterval(new Estimate(5123, 5000, 5201)).ShouldBe("5,120 (5,000–5,200)");
        Format.WithInterval(new Estimate(5123, null, null)).ShouldBe("5,120");
        Format.WithInterval(null).ShouldBe("–");
    }

    [Theory]
    [InlineData(new[] { 6, 10 }, "95% CI")]
    [InlineData(new[] { 10, 10, 0 }, "95% CI of 10 trials")]
    [InlineData(new[] { 5, 3 }, "range of 3 to 5 trials")]
    [InlineData(new[] { 5, 6 }, "95% CI; below 6 trials their range")]
    [InlineData(new[] { 1 }, "one trial")]
    public void An_interval_of_few_trials_is_called_their_range(int[] trials, string text) => Format.IntervalOf(trials).ShouldBe(text);

    [Theory]
    [InlineData(1.15, 1.12, 1.2, 10, 0, "a is faster than b by 12.0% to 20.0%")]
    [InlineData(3, 2.5, 4.0, 3, 0, "a is 2.50 to 4.00 times as fast as b (range of 3 trials)")]
    [InlineData(0.85, 0.8, 0.9, 10, 0, "a is slower than b by 10.0% to 20.0%")]
    [InlineData(0.3, 0.2, 0.4, 10, 0, "b is 2.50 to 5.00 times as fast as a")]
    [InlineData(1.5, 1.2, double.PositiveInfinity, 10, 0, "a is faster than b by 20.0% or more")]
    [InlineData(1.01, 0.99, 1.04, 10, 0, "no difference beyond 5%")]
    [InlineData(1.01, 0.92, 1.04, 10, 0.1, "no difference beyond the noise of 10%")]
    [InlineData(1.1, 1.01, 1.2, 4, 0, "not decided (range of 4 trials); about 7 more blocks would do")]
    [InlineData(1.1, null, null, 1, 0, "not decided: one trial")]
    public void A_comparison_says_what_it_decides(double ratio, double? low, double? high, int count, double noise, string text)
    {
        var decision = low > 1.05 ? Decision.Greater : high < 0.95 ? Decision.Less : high < 1.05 ? Decision.Equal : Decision.None;
        Format.Answer(new Difference(new Estimate(ratio, low, high), count, 0.05, noise, decision, 7), "a", "b").ShouldBe(text);
    }

    [Fact]
    public void Runs_after_the_26th_have_letters_of_their_own() =>
        new[] { 0, 25, 26, 27, 52 }.Select(run => Letters.Of(run, 60)).ShouldBe(["A", "Z", "AA", "AB", "BA"]);

    [Theory]
    [InlineData("0b847c1e5a0d4c1f", "0b847c1e")]
    [InlineData("0b847c1e5a0d4c1f-dirty", "0b847c1e-dirty")]
    [InlineData("0b84-dirty", "0b84-dirty")]
    public void A_commit_is_cut_and_keeps_its_mark(string commit, string text) => Format.Commit(commit, 8).ShouldBe(text);

    [Fact]
    public void A_rough_estimate_is_not_given_as_a_number() =>
        new[] { 1_000, 1_001 }.Select(n => Format.More(n, "blocks")).ShouldBe(["about 1,000 more blocks", "over 1,000 more blocks"]);

    [Theory]
    [InlineData(new[] { 10.0, 20, 30 }, new bool[] { false, false, true }, 20, false)]
    [InlineData(new[] { 10.0, 20, 30 }, new bool[] { false, true, true }, 20, true)]
    [InlineData(new[] { 10.0, 20, 3 }, new bool[] { false, false, true }, 10, true)]
    [InlineData(new[] { 10.0, 20 }, new bool[] { false, true }, 15, true)]
    public void A_median_is_a_lower_bound_where_endless_values_would_raise_it(
        double[] values, bool[] areBounds, double median, bool isLowerBound) =>
        Estimates.Of([.. values.Zip(areBounds, (value, isBound) => new TrialValue(1, value, isBound))], seed: 1)
            .ShouldBe(new Estimate(median, null, null) { IsLowerBound = isLowerBound });

    [Fact]
    public void A_container_is_said_with_image_digest_limits_and_volume()
    {
        var container = new ContainerRecord("postgres:18.3", "sha256:ab");
        Format.Container(container).ShouldBe("postgres:18.3 (from no registry, sha256:ab); all processors, all memory; data in a volume");
        Format.Container(container with { ImageDigest = "postgres@sha256:cd", Cpus = 1.5, MemoryBytes = 1L << 30, DataFileSystem = "xfs" })
            .ShouldBe("postgres:18.3 (postgres@sha256:cd); processors: 1.5, memory: 1,024 MiB; data in a volume on xfs");
    }

    [Fact]
    public void Columns_that_say_the_same_in_every_row_are_stated_once()
    {
        var (table, stated) = Table(["a", "fsync", "1", "–", ""], ["b", "fsync", "2", "–", ""]).WithoutConstants();
        table.Columns.Select(c => c.Header).ShouldBe(["Store", "Rate"]);
        table.Rows.ShouldBe([["a", "1"], ["b", "2"]]);
        stated.ShouldBe("In every row: Durability fsync. No values for: Cold; Remarks.");
        // Not of a table of one row, or without differences.
        Table(["a", "fsync", "1", "–", ""]).WithoutConstants().Stated.ShouldBeEmpty();
        Table(["a", "fsync", "1", "–", ""], ["b", "fsync", "1", "–", ""]).WithoutConstants().Table.Columns.Count.ShouldBe(5);

        static TableModel Table(params IReadOnlyList<string>[] rows) =>
            new("A table", [new("Store"), new("Durability"), new("Rate", true), new("Cold", true), new("Remarks")], rows);
    }
}
