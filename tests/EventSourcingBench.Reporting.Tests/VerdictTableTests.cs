namespace EventSourcingBench.Reporting.Tests;

public sealed class VerdictTableTests
{
    [Fact]
    public void Only_kinds_that_were_found_have_a_column_and_the_first_two_always()
    {
        var foreign = SyntheticRun.Lost with { Findings = new Dictionary<string, long> { [FindingKind.Foreign.Name] = 5 } };
        var suite = Suite(new SyntheticRun().Add("append", "sqlite", 1, null).Add("append", "postgres", 1, null, verdict: foreign));

        var verdicts = suite.Tables.Single(t => t.Caption == "Verdicts");
        verdicts.Columns.Select(c => c.Header).ShouldBe(
            ["Store", "Load", "Trial", "Verdict", "Acknowledged", "Lost", "Duplicated", "Foreign", "Text"]);
        verdicts.Rows.Select(r => (r[0], r[7])).ShouldBe([("postgres", "5"), ("sqlite", "0")]);
        suite.NotPassed!.Rows.ShouldHaveSingleItem()[0].ShouldBe("postgres");
    }

    [Fact]
    public void Markdown_shows_no_table_where_all_passed()
    {
        var model = ReportBuilder.Build([new SyntheticRun().Add("append", "sqlite", 1, null).Build()]);
        MarkdownReport.Render(model).ShouldNotContain("Verdicts that did not pass");
    }
}
