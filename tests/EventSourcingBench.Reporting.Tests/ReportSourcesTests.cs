namespace EventSourcingBench.Reporting.Tests;

public sealed class ReportSourcesTests : IDisposable
{
    private static readonly string Sample = Path.Combine(AppContext.BaseDirectory, "Benchmarks", "Sample");

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("sources-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Both_kinds_of_folder_make_one_report()
    {
        var run = new SyntheticRun().Add("append", "sqlite", 1, null).Build();
        RunFolder.WriteRun(_folder.FullName, run.Run, run.Environment);
        RunFolder.WriteStep(_folder.FullName, run.Steps[0]);

        var sources = ReportSources.Read([Sample, _folder.FullName]);
        var written = await ReportWriter.WriteAsync(sources, _folder.FullName, TestContext.Current.CancellationToken);

        var markdown = await File.ReadAllTextAsync(written.Markdown, TestContext.Current.CancellationToken);
        markdown.ShouldContain("\n## append\n");
        markdown.ShouldContain("\n## Microbenchmarks\n");
        (await File.ReadAllTextAsync(written.Html, TestContext.Current.CancellationToken)).ShouldContain("id=\"microbenchmarks\"");
    }

    [Fact]
    public void A_folder_that_is_neither_is_an_error_that_names_both_kinds() =>
        Should.Throw<FormatException>(() => ReportSources.Read([Sample, _folder.FullName])).Message.ShouldBe(
            $"{_folder.FullName} is not a results folder: it has neither run.json (a load run) nor "
                + "*-report-full.json (microbenchmarks, BenchmarkDotNet's full JSON).");

    [Fact]
    public void A_report_of_nothing_is_an_error() => Should.Throw<ArgumentException>(() => ReportBuilder.Build([], null, []));
}
