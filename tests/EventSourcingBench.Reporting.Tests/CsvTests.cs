using CsvHelper;

namespace EventSourcingBench.Reporting.Tests;

/// <summary>What rows and columns there are is in the snapshots, too.</summary>
public sealed class CsvTests
{
    private static readonly string Readme = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "README.md"));

    [Fact]
    public void Every_column_is_there_once_and_described_in_the_readme()
    {
        string[] names =
        [
            .. SuiteCatalog.All.Select(s => ReportData.Of(s.Name)).OfType<SuiteReport>().SelectMany(r => r.Csv.Keys).Distinct(),
            .. CsvColumns.All.Concat(CsvColumns.Costs).Concat(CsvColumns.Thresholds).Concat(CsvColumns.Benchmarks).Select(c => c.Name),
        ];
        names.ShouldBeUnique();
        names.ShouldAllBe(name => Readme.Contains($"`{name}`", StringComparison.Ordinal));
        FindingKind.All.ShouldAllBe(k => Readme.Contains($"| `{k.Name}` | {k.Meaning} |", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Every_kind_of_finding_makes_a_failed_row_that_shows_it()
    {
        // A trial for each kind, with a count that no other has.
        var run = FindingKind.All.Index().Aggregate(new SyntheticRun(), (plan, kind) => plan.Add("append", "sqlite", 1, null, kind.Index,
            SyntheticRun.NotVerified with { Findings = new Dictionary<string, long> { [kind.Item.Name] = 4_711 + kind.Index } })).Build();
        var model = ReportBuilder.Build([run]);
        var (page, text) = (WebUtility.HtmlDecode(await HtmlReport.RenderAsync(model)), MarkdownReport.Render(model));
        foreach (var ((i, kind), row) in FindingKind.All.Index().Zip(Read(CsvReport.Render([run]))))
        {
            row["verdict"].ShouldBe("FAILED", kind.Name);
            row[kind.Name].ShouldBe($"{4_711 + i}");
            page.ShouldContain($">{Format.Count(4_711 + i)}<", customMessage: kind.Name);
            page.ShouldContain($"title=\"{kind.Meaning}\"", customMessage: kind.Name);
            text.ShouldContain($"| {Format.Count(4_711 + i)} |", customMessage: kind.Name);
            text.ShouldContain(MarkdownReport.Escape($"{Format.Capital(kind.Title)}: {kind.Meaning}"), customMessage: kind.Name);
        }
    }

    [Fact]
    public void Texts_with_separators_quotes_and_formulas_stay_in_their_field_and_numbers_stay_numbers()
    {
        var hostile = "=cmd()\"x\",\n1";
        var run = new SyntheticRun { Stores = [hostile] }.Add("append", hostile, 1).Build()
            .Each(s => s with { Throughput = -0.5, Seconds = [] });
        var row = Read(CsvReport.Render([run])).Single();
        row["store"].ShouldBe("'" + hostile);
        row["copies"].ShouldBe("1");
        row["throughput_per_second"].ShouldBe("-0.5");
    }

    [Fact]
    public void Trials_over_HTTP_are_remote_and_those_after_the_first_are_warm()
    {
        var run = Cases.Each(new SyntheticIngest { Trials = 2 }.Add("postgres-replicated (3 nodes)").Build(),
            s => s with { Details = Detail.Of(s.Ingest! with { Remote = true }) });
        var (name, text) = CsvReport.PartFiles([run]).ShouldHaveSingleItem();
        name.ShouldBe("ingest.csv");
        var lines = text.Split('\n');
        lines[1].ShouldStartWith("remote,3,price,");
        lines[1].ShouldEndWith(",replicated,http,false,passed");
        lines[2].ShouldEndWith(",replicated,http,true,passed");
        Readme.Split("## Columns of ingest.csv")[1].Split("\n## ")[0].Split('\n').Where(l => l.StartsWith("| `", StringComparison.Ordinal))
            .SelectMany(r => r.Split('|')[1].Split(',')).Select(c => c.Trim().Trim('`')).ShouldBe(lines[0].Split(','));
        CsvReport.PartFiles([new SyntheticRun().Complete()]).ShouldBeEmpty();
    }

    private static List<Dictionary<string, string>> Read(string csv)
    {
        using var reader = CsvReader.Create(new StringReader(csv));
        var rows = new List<Dictionary<string, string>>();
        while (reader.Read())
            rows.Add(CsvColumns.All.ToDictionary(c => c.Name, c => reader.GetString(c.Name), StringComparer.Ordinal));

        return rows;
    }
}
