namespace EventSourcingBench.Reporting.Tests;

/// <summary>Markdown and CSV of the synthetic run, of the synthetic microbenchmarks and of a kept run of each suite, and what the reports
/// of <see cref="Cases"/> say, letter by letter. After a wanted change run the tests with EVENTSOURCINGBENCH_SNAPSHOTS set to the folder of
/// the snapshots, which writes them again, and read the difference.</summary>
public sealed class SnapshotTests
{
    public static TheoryData<string> Names =>
        ["", "microbenchmarks", "append", "projection", "enrolment", "reservation", "ingest", "growth", "subscription"];

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
        ShouldBeSnapshot(Path.Combine("Cases", name + ".txt"), Drawn.Text(Cases.All[name]()));
    }

    /// <returns>The page, which has no snapshot.</returns>
    private static async Task<string> ShouldBeSnapshotsAsync(ReportSources sources, string name)
    {
        using var folder = new TempFolder();
        var files = await ReportWriter.WriteAsync(sources, folder.Path, Cancel);
        foreach (var file in Directory.GetFiles(folder.Path).Where(f => f != files.Html))
            ShouldBeSnapshot($"{name}-{Path.GetFileName(file)}".TrimStart('-'), await File.ReadAllTextAsync(file));

        return await File.ReadAllTextAsync(files.Html);
    }

    private static void ShouldBeSnapshot(string name, string actual)
    {
        if (Environment.GetEnvironmentVariable("EVENTSOURCINGBENCH_SNAPSHOTS") is { Length: > 0 } update)
            File.WriteAllText(Path.Combine(update, name), actual);
        else
            actual.ShouldBe(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Snapshots", name)));
    }
}
