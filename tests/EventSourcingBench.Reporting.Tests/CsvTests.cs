using System.Net;
using CsvHelper;

namespace EventSourcingBench.Reporting.Tests;

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
    public void What_an_event_cost_is_in_the_table_and_in_csv_and_plans_are_linked()
    {
        var run = new SyntheticRun().Add("append", "postgres", 1).Build();
        var cost = new CostRecord(1_000, null, 120, 60, EventsPerCommit: 7.5, MoneyPerMillion: 0.002, Price: "0.04/cpu-hour");
        run = run with { Steps = [run.Steps[0] with { Details = StepRecord.DetailsOf((CostRecord.Name, cost)), Plans = "plans/001.txt" }] };
        var row = Read(CsvReport.Render([run]), CsvColumns.Costs)[0];
        (row["cost_events"], row["cost_server_cpu_microseconds"], row["cost_events_per_commit"], row["cost_written_bytes"])
            .ShouldBe(("1000", "60", "7.5", ""));
        var text = MarkdownReport.Render(ReportBuilder.Build([run]));
        text.ShouldContain("| 1,000 | – | 120 | 60.0 | – | – | 7.50 | – | – | – | 0.00200 | 0.04/cpu-hour |");
        text.ShouldContain("plans/001.txt)");
    }

    [Fact]
    public void A_step_has_a_row_for_each_operation_and_outcome_and_one_where_it_has_none()
    {
        var run = new SyntheticRun().Add("append", "postgres", 1).Add("append", "sqlite", 1).Build();
        run = run with { Steps = [run.Steps[0], run.Steps[1] with { Operations = [] }] };
        var rows = Read(CsvReport.Render([run]));
        rows.Select(r => $"{r["store"]} {r["operation"]} {r["outcome"]}")
            .ShouldBe(["postgres append success", "postgres append conflict", "postgres append timeout", "sqlite  "]);
        (rows[0]["service_count"], rows[3]["service_p99_ms"]).ShouldBe(("2000", ""));
    }

    [Fact]
    public void Texts_with_separators_quotes_and_formulas_stay_in_their_field()
    {
        var hostile = "=cmd()\"x\",\n1";
        var run = new SyntheticRun { Stores = [hostile] }.Add("append", hostile, 1).Build();
        var row = Read(CsvReport.Render([run])).Single();
        row["store"].ShouldBe("'" + hostile);
        row["copies"].ShouldBe("1");
    }

    [Fact]
    public void Microbenchmarks_are_rows_below_with_columns_of_their_own_to_the_right()
    {
        var run = new SyntheticRun().Add("append", "sqlite", 1).Build();
        var loads = CsvReport.Render([run]).Split('\n');
        var both = CsvReport.Render([run], [SyntheticBenchmarks.Complete()]).Split('\n');
        both[0].ShouldStartWith(loads[0] + ",benchmark,method,job,");
        both[1].ShouldBe(loads[1] + new string(',', CsvColumns.Benchmarks.Count));
        both.Length.ShouldBe(loads.Length + SyntheticBenchmarks.Complete().Records.Count);
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

    private static List<Dictionary<string, string>> Read(string csv, params IReadOnlyList<CsvColumn> more)
    {
        using var reader = CsvReader.Create(new StringReader(csv));
        var rows = new List<Dictionary<string, string>>();
        while (reader.Read())
            rows.Add(CsvColumns.All.Concat(more).ToDictionary(c => c.Name, c => reader.GetString(c.Name), StringComparer.Ordinal));

        return rows;
    }
}
