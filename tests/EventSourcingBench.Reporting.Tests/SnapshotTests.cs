namespace EventSourcingBench.Reporting.Tests;

/// <summary>Markdown and CSV of the synthetic run, of the synthetic microbenchmarks and of a kept run of each suite, and what the reports
/// of <see cref="Cases"/> say.</summary>
public sealed class SnapshotTests
{
    public static TheoryData<string> Names =>
        ["", "microbenchmarks", "all-columns", "append", "projection", "enrolment", "reservation", "ingest", "growth", "subscription"];

    public static TheoryData<string> CaseNames => [.. Cases.All.Keys];

    /// <summary>The kept run folders were made with the profile smoke, each of one suite.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public async Task The_same_run_gives_the_same_text_and_page_under_every_culture(string name)
    {
        var sources = name switch
        {
            "" => new ReportSources([new SyntheticRun().Complete()], []),
            "microbenchmarks" => new([], [SyntheticBenchmarks.Complete()]),
            "all-columns" => new([WithAllColumns()], [SyntheticBenchmarks.Loads("sqlite", 60_000, 2_500)]),
            _ => new([ReportData.Completed(RunFolder.Read(Path.Combine(AppContext.BaseDirectory, "Snapshots", "Runs", name)))], []),
        };
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("en-US");
        var page = await ShouldBeSnapshotsAsync(sources, name);
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
        (await ShouldBeSnapshotsAsync(sources, name)).ShouldBe(page);
        ReportBuilder.Build(sources.Runs, null, sources.Benchmarks).Suites.SelectMany(s => s.Rankings).Select(AnswerOf)
            .ShouldAllBe(a => a.EndsWith('.') && a.Split(' ').Length <= 25);
    }

    [Theory]
    [MemberData(nameof(CaseNames))]
    public void A_case_gives_the_same_text(string name)
    {
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
        Snapshots.ShouldBe(Path.Combine("Cases", name + ".txt"), Drawn.Text(Cases.All[name]()));
    }

    /// <summary>Steps with bounds, of which one has costs and plans, and one has no operations.</summary>
    private static RunFolder WithAllColumns()
    {
        var (run, cost) = (BoundTests.Run(), new CostRecord(
            1_000, null, 120, 60, EventsPerCommit: 7.5, MoneyPerMillion: 0.002, Price: "0.04/cpu-hour"));
        var first = run.Steps[0] with { Details = StepRecord.DetailsOf((CostRecord.Name, cost)), Plans = "plans/001.txt" };
        return run with { Steps = [first, run.Steps[1] with { Operations = [] }, .. run.Steps.Skip(2)] };
    }

    /// <returns>The page, which has no snapshot.</returns>
    private static async Task<string> ShouldBeSnapshotsAsync(ReportSources sources, string name)
    {
        using var folder = new TempFolder();
        var files = await ReportWriter.WriteAsync(sources, folder.Path, Cancel);
        foreach (var file in Directory.GetFiles(folder.Path).Where(f => f != files.Html))
        {
            // Links to the files of a run say how deep the folder is.
            var text = (await File.ReadAllTextAsync(file)).Replace(Path.GetRelativePath(folder.Path, "/"), "..", StringComparison.Ordinal);
            Snapshots.ShouldBe($"{name}-{Path.GetFileName(file)}".TrimStart('-'), text);
        }

        return await File.ReadAllTextAsync(files.Html);
    }
}
