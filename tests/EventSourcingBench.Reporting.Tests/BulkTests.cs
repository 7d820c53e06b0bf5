namespace EventSourcingBench.Reporting.Tests;

/// <summary>What is computed of the trials of an ingest and of the samples of growing stores.</summary>
public sealed class BulkTests
{
    private static readonly SuiteModel Growth = Suite(SyntheticGrowth.Complete());

    [Fact]
    public void The_median_is_of_warm_trials()
    {
        var run = new SyntheticIngest().Add("filelog", "blocking", 1 << 20, 1_000_000).Build();
        var warm = run.Steps[0].Ingest!.Trials.Skip(1).Select(t => t.EventsPerSecond).Order().ToList();

        var suite = Suite(run);

        suite.Cells.Single().Throughput.Median.ShouldBe((warm[1] + warm[2]) / 2, 1e-6);
        suite.Charts.Single(c => c.Id == "ingest-boxes").Views["0/0"].Series.Single().Points.Single()!.ShouldBe(
            [.. new[] { warm[0], warm[0] + (0.75 * (warm[1] - warm[0])), (warm[1] + warm[2]) / 2, warm[2] + (0.25 * (warm[3] - warm[2])),
                warm[3] }.Select(ChartPoint.Number)]);
    }

    [Fact]
    public void Write_amplification_is_growth_over_growth()
    {
        var samples = SyntheticGrowth.Complete().Steps[0].Growth!.Samples;
        var line = SampleLine.Of(Growth.Cells.Single(c => c.Store == "filelog"), Measure("amplification"))!;
        line.At(samples[5].Events)!.Value.Median.ShouldBe(
            (double)(samples[5].WrittenBytes!.Value - samples[4].WrittenBytes!.Value) / (250_000 * 120), 1e-9);
        line.At(samples[0].Events)!.Value.Median.ShouldBe((double)samples[0].WrittenBytes!.Value / (250_000 * 120), 1e-9);
    }

    [Fact]
    public void An_extrapolation_holds_what_the_curve_comes_to()
    {
        // 0.15 ms at a hundred thousand, and events to the power of 0.22.
        var expected = 0.15 * Math.Pow(1e4, 0.22);
        var prediction = SampleLine.Of(Growth.Cells.Single(c => c.Store == "sqlite"), Measure("append"))!.Predictions.Last();
        expected.ShouldBeInRange(prediction.Low, prediction.High);
    }

    [Fact]
    public void Trials_over_HTTP_are_remote_and_one_with_a_nodes_death_is_marked()
    {
        var run = Cases.Each(
            new SyntheticIngest { Trials = 2 }.Add("postgres-replicated (3 nodes)", "blocking", 1 << 20, 1_000_000).Build(),
            s => s with { Details = Detail.Of(s.Ingest! with { Remote = true }) });

        var (name, text) = CsvReport.PartFiles([run]).ShouldHaveSingleItem();

        name.ShouldBe("ingest.csv");
        var lines = text.Split('\n');
        lines[1].ShouldStartWith("remote,3,price,");
        lines[1].ShouldEndWith(",replicated,http,false,passed");
        lines[2].ShouldEndWith(",replicated,http,true,passed");
        var readme = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "README.md"));
        readme.Split("## Columns of ingest.csv")[1].Split("\n## ")[0].Split('\n').Where(l => l.StartsWith("| `", StringComparison.Ordinal))
            .SelectMany(r => r.Split('|')[1].Split(',')).Select(c => c.Trim().Trim('`')).ShouldBe(lines[0].Split(','));
        CsvReport.PartFiles([new SyntheticRun().Complete()]).ShouldBeEmpty();
    }

    private static SampleMeasure Measure(string name) =>
        SampleMeasure.Named(new SuiteDefinition("growth", ReportData.Of("growth")!), name, "growth.samples.events");
}
