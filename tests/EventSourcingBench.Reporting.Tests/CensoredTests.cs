namespace EventSourcingBench.Reporting.Tests;

/// <summary>Response times of which some are lower bounds, as requests had no answer.</summary>
public sealed class CensoredTests
{
    [Fact]
    public void Csv_has_the_percentile_of_all_requests_and_how_many_are_censored()
    {
        var lines = CsvReport.Render([Cases.Silent(copies: null, onlySilent: true)]).Split('\n');
        var column = lines[0].Split(',').ToList();
        string[] Values(string line) => [.. new[] { "all_response_count", "censored_count", "all_response_p99_ms" }
            .Select(c => line.Split(',')[column.IndexOf(c)])];

        Values(lines[1]).ShouldBe(["1000", "13", "5000"]);
        Values(lines[2]).ShouldBe(Values(lines[1]));
    }

    [Theory]
    [InlineData(new[] { 10.0, 20, 30 }, new bool[] { false, false, true }, 20, false)]
    [InlineData(new[] { 10.0, 20, 30 }, new bool[] { false, true, true }, 20, true)]
    [InlineData(new[] { 10.0, 20, 3 }, new bool[] { false, false, true }, 10, true)]
    [InlineData(new[] { 10.0, 20 }, new bool[] { false, true }, 15, true)]
    public void A_median_is_a_lower_bound_where_endless_values_would_raise_it(
        double[] values, bool[] areBounds, double median, bool isLowerBound) =>
        Estimates.Of([.. values.Zip(areBounds, (v, b) => new ResponseTime(TimeSpan.FromMilliseconds(v), b))], seed: 1)
            .ShouldBe(new Estimate(median, null, null) { IsLowerBound = isLowerBound });
}
