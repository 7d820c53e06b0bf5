namespace EventSourcingBench.Reporting;

/// <summary>Draws runs: one HTML file that opens without a network, Markdown to paste, CSV to compute with.</summary>
public static class ReportWriter
{
    /// <summary>Writes, or replaces, <c>report.html</c>, <c>report.md</c>, <c>results.csv</c> and the files of parts of suites.</summary>
    /// <param name="sources">One or more folders; several load runs are drawn side by side, later ones against the first.</param>
    /// <param name="outputFolder">Made if it is not there.</param>
    /// <exception cref="ArgumentException">There is no folder of either kind.</exception>
    /// <exception cref="FormatException">A run contradicts itself.</exception>
    /// <exception cref="IOException">The folder cannot be written to.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be written to.</exception>
    public static async Task<ReportFiles> WriteAsync(
        ReportSources sources, string outputFolder, CancellationToken cancellationToken = default)
    {
        var (runs, benchmarks) = (sources.Runs, sources.Benchmarks);
        var folder = Directory.CreateDirectory(outputFolder).FullName;
        var model = ReportBuilder.Build(runs, folder, benchmarks) with
        {
            Unverified = sources.K6 is { Count: > 0 } k6 ? K6Summary.Table(k6) : null,
        };
        foreach (var (name, text) in CsvReport.PartFiles(runs))
            Write(name, text);

        return new ReportFiles(
            Write("report.html", await HtmlReport.RenderAsync(model)), Write("report.md", MarkdownReport.Render(model)),
            Write("results.csv", CsvReport.Render(runs, benchmarks)));

        string Write(string name, string text)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var path = Path.Combine(folder, name);
            RunFolder.WriteWhole(path, Encoding.UTF8.GetBytes(text));
            return path;
        }
    }
}

/// <summary>Where a report was written: full paths.</summary>
public sealed record ReportFiles(string Html, string Markdown, string Csv);

/// <summary>The folders of a report, load runs and microbenchmarks, in the order given, and summaries of k6.</summary>
public sealed record ReportSources(
    IReadOnlyList<RunFolder> Runs, IReadOnlyList<BenchmarkFolder> Benchmarks, IReadOnlyList<K6Summary>? K6 = null)
{
    /// <summary>Reads folders of either kind, in any mixture, and files of k6 beside them.</summary>
    /// <param name="paths">Folders of load runs (with <c>run.json</c>) and of microbenchmarks (with <c>*-report-full.json</c>), one or
    /// more; summaries of <c>deploy/k6/esb.js</c>.</param>
    /// <exception cref="FormatException">One is none of them, or cannot be read; the message says which.</exception>
    public static ReportSources Read(IReadOnlyList<string> paths)
    {
        var files = paths.ToLookup(K6Summary.Is);
        if (!files[false].Any())
            throw new FormatException("Summaries of k6 stand beside a run in a report: name a results folder too.");

        var runs = files[false].ToLookup(RunFolder.Is);
        return runs[false].FirstOrDefault(f => !BenchmarkFolder.Is(f)) is { } other
            ? throw new FormatException(
                $"{other} is not a results folder: it has neither run.json (a load run) nor {BenchmarkFolder.FilePattern} "
                + "(microbenchmarks, BenchmarkDotNet's full JSON).")
            : new ReportSources(
                [.. runs[true].Select(RunFolder.Read)], [.. runs[false].Select(BenchmarkFolder.Read)],
                [.. files[true].Select(K6Summary.Read)]);
    }
}
