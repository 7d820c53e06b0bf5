namespace EventSourcingBench.Reporting.Tests;

/// <summary>Looks at the report of a run that was made outside of the tests: <c>.ci/run</c> gives that of its smoke run.</summary>
public sealed class GivenReportTests(Chromium chromium)
{
    private const string Variable = "EVENTSOURCINGBENCH_REPORT";

    [Fact]
    public async Task It_opens_and_draws_its_charts()
    {
        var path = Environment.GetEnvironmentVariable(Variable);
        if (string.IsNullOrEmpty(path))
            Assert.Skip($"{Variable} names no report.html.");

        var html = await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken);
        await using var report = await OpenReport.OpenAsync(chromium, html);
        await report.DrawAllAsync();

        (await report.Page.Locator("figure[data-chart=append-throughput] svg").CountAsync()).ShouldBe(1);
        (await report.Page.Locator("figure[data-chart=projection-throughput] svg").CountAsync()).ShouldBe(1);
        report.Faults.ShouldBeEmpty();
    }
}
