namespace EventSourcingBench.Reporting.Tests;

/// <summary>The universal scalability law in the suite append.</summary>
public sealed class ScalabilityTests
{
    private static readonly int[] Copies = [1, 2, 4, 8, 16];

    [Fact]
    public void Four_copies_or_more_are_fitted_and_fewer_are_not()
    {
        Chart(Run([1, 2, 4], "sqlite", new ScalabilityLaw(1000, 0.1, 0.01))).ShouldBeNull();
        var chart = Chart(Run([1, 2, 4, 8], "sqlite", new ScalabilityLaw(1000, 0.1, 0.01)))!;
        chart.Views[string.Empty].Series.Single().Points.Select(p => p![0]).ShouldBe([1, 2, 4, 8]);
    }

    [Fact]
    public void The_predicted_peak_stands_in_the_table_and_the_curve_goes_past_it()
    {
        // Peak at the root of 0.9 over 0.001: 30 copies.
        var chart = Chart(Run(Copies, "sqlite", new ScalabilityLaw(1000, 0.1, 0.001)))!;
        var row = Row(chart);
        (row["λ (/s)"], row["Contention σ"], row["Coherency κ"], row["Predicted peak (copies)"])
            .ShouldBe(("1,000 ± 0", "0.100 ± 0", "0.00100 ± 0", "30.0"), Rounded);
        row["Throughput there (/s)"].ShouldBe(Format.Number(new ScalabilityLaw(1000, 0.1, 0.001).At(30)));
        row["In words"].ShouldBe("the peak lies beyond the 16 copies that were measured: an extrapolation");
        chart.Views[string.Empty].Series.Single().Fit![^1][0].ShouldBe(39, 0.1);
    }

    [Fact]
    public void Without_a_peak_it_says_so()
    {
        Row(Chart(Run(Copies, "sqlite", new ScalabilityLaw(1000, 0.1, 0)))!).ShouldSatisfyAllConditions(
            r => r["Predicted peak (copies)"].ShouldBe("none"), r => r["In words"]
                .ShouldBe("no peak: κ is 0, more copies never cost throughput; it nears 10,000/s"));
        Row(Chart(Run(Copies, "sqlite", new ScalabilityLaw(1000, 0, 0)))!)["In words"]
            .ShouldBe("no peak: σ and κ are 0, throughput grows in proportion to the copies");
    }

    [Fact]
    public void Ramps_rates_and_other_suites_have_no_part_in_it()
    {
        var run = Run(Copies, "sqlite", new ScalabilityLaw(1000, 0.1, 0.001));
        Chart(run with { Steps = [.. run.Steps.Select(s => s with { Ramp = true })] }).ShouldBeNull();
        Chart(run with { Steps = [.. run.Steps.Select(s => s with { Copies = null, Rate = s.Copies * 100 })] }).ShouldBeNull();
        Chart(run with { Steps = [.. run.Steps.Select(s => s with { Suite = "projection" })] }).ShouldBeNull();
    }

    [Fact]
    public void A_step_that_did_nothing_leaves_the_measured_points()
    {
        var run = Run(Copies, "sqlite", new ScalabilityLaw(1000, 0.1, 0.001));
        var chart = Chart(run with { Steps = [.. run.Steps.Select((s, i) => i == 0 ? s with { Throughput = 0 } : s)] })!;
        Row(chart)["In words"].ShouldBe("no fit: some trial completed nothing");
        chart.Views[string.Empty].Series.Single().Fit.ShouldBeNull();
    }

    private static readonly IEqualityComparer<(string, string, string, string)> Rounded = EqualityComparer<(
        string, string, string, string)>.Create(
        (a, b) => Head(a.Item1) == Head(b.Item1) && Head(a.Item2) == Head(b.Item2) && Head(a.Item3) == Head(b.Item3) && a.Item4 == b.Item4);

    private static string Head(string text) => text.Split(' ')[0];

    private static RunFolder Run(IReadOnlyList<int> copies, string store, ScalabilityLaw law)
    {
        var run = new SyntheticRun { Stores = [store] };
        foreach (var n in copies)
        {
            run.Add("append", store, n, null, throughput: law.At(n));
        }

        return run.Build();
    }

    private static ChartModel? Chart(RunFolder run) => ReportBuilder.Build([run]).Charts.SingleOrDefault(c => c.Id == "append-scalability");

    private static Dictionary<string, string> Row(ChartModel chart) =>
        chart.Fits!.Columns.Zip(chart.Fits.Rows.Single()).ToDictionary(c => c.First.Header, c => c.Second, StringComparer.Ordinal);
}
