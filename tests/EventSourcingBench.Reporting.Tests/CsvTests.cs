using CsvHelper;

namespace EventSourcingBench.Reporting.Tests;

public sealed class CsvTests
{
    [Fact]
    public void Every_column_is_described_in_the_readme()
    {
        var readme = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "README.md"));
        CsvColumns.All.ShouldAllBe(c => readme.Contains($"`{c.Name}`", StringComparison.Ordinal));
    }

    [Fact]
    public void A_step_has_a_row_for_each_operation_and_outcome_and_one_where_it_has_none()
    {
        var run = new SyntheticRun().Add("append", "postgres", 1, null).Add("append", "sqlite", 1, null).Build();
        run = run with { Steps = [run.Steps[0], run.Steps[1] with { Operations = [] }] };

        var rows = Read(CsvReport.Render([run]));

        rows.Select(r => (r["store"], r["operation"], r["outcome"])).ShouldBe(
        [
            ("postgres", "append", "success"), ("postgres", "append", "conflict"), ("postgres", "append", "timeout"), ("sqlite", "", ""),
        ]);
        rows[0]["service_count"].ShouldBe("2000");
        rows[3]["service_p99_ms"].ShouldBe("");
    }

    [Fact]
    public void Texts_with_separators_quotes_and_formulas_stay_in_their_field()
    {
        var hostile = "=cmd()\"x\",\n1";
        var run = new SyntheticRun { Stores = [hostile] }.Add("append", hostile, 1, null).Build();

        var row = Read(CsvReport.Render([run])).Single();

        row["store"].ShouldBe("'" + hostile);
        row["copies"].ShouldBe("1");
    }

    private static List<Dictionary<string, string>> Read(string csv)
    {
        using var reader = CsvReader.Create(new StringReader(csv));
        var rows = new List<Dictionary<string, string>>();
        while (reader.Read())
        {
            rows.Add(CsvColumns.All.ToDictionary(c => c.Name, c => reader.GetString(c.Name), StringComparer.Ordinal));
        }

        return rows;
    }
}
