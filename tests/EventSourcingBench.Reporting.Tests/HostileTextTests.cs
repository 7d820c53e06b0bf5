namespace EventSourcingBench.Reporting.Tests;

public sealed class HostileTextTests
{
    private const string Hostile = "</script><img src=x onerror=alert(1)>|`**@someone";

    private static ReportModel Model => ReportBuilder.Build(
        [
            new SyntheticRun { Stores = [Hostile], Warnings = [Hostile] }
                .Add("append", Hostile, 1, errors: new Dictionary<string, long> { [Hostile] = 3 }).Build(),
        ],
        null,
        [
            new BenchmarkFolder("/" + Hostile, [SyntheticBenchmarks.Host with { ProcessorName = Hostile }],
            [
                SyntheticBenchmarks.Record("LoadStream", Hostile, Hostile, 10, 10),
                SyntheticBenchmarks.Record("LoadStream", "Load", Hostile, 20, 10),
                SyntheticBenchmarks.Record(Hostile, "Run", Hostile, 10, 10),
            ]),
        ]);

    [Fact]
    public async Task Html_shows_it_and_runs_none_of_it_and_Markdown_keeps_its_tables_and_mentions_no_one()
    {
        var html = await HtmlReport.RenderAsync(Model with { Terms = [new(Hostile, $"{Hostile} <i onclick=x>n</i> <sup>2</sup>")] });
        html.ShouldContain("&lt;i onclick=x>n</i> <sup>2</sup>");
        html.ShouldNotContain("<img");
        html.ShouldContain("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;");
        html.Split("</script>").Length.ShouldBe(html.Split("<script").Length);

        var markdown = MarkdownReport.Render(Model);
        markdown.Replace("\\<", string.Empty, StringComparison.Ordinal).ShouldNotContain("<");
        markdown.Contains("@someone", StringComparison.Ordinal).ShouldBeFalse();
        // One more bar than there are columns, whatever the cells hold.
        var row = markdown.Split('\n').Single(l => l.StartsWith("| ", StringComparison.Ordinal)
            && l.Contains("| 1 copy | 3 |", StringComparison.Ordinal));
        row.Replace("\\|", string.Empty, StringComparison.Ordinal).Count(c => c == '|').ShouldBe(5);
    }

    [Fact]
    public void A_command_stands_in_Markdown_as_it_was_typed_whatever_it_holds()
    {
        var run = new SyntheticRun { Stores = ["memory"] }.Add("append", "memory", 1).Build()
            .With(r => r with { Arguments = "append --output \"a\n```\nb\"" });
        var markdown = MarkdownReport.Render(ReportBuilder.Build([run], null, []));
        markdown.ShouldContain("````sh\ndotnet run");
        markdown.ShouldContain("append --output \"a\n```\nb\"");
        markdown.ShouldContain("\n````\n");
    }
}
