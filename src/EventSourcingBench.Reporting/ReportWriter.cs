namespace EventSourcingBench.Reporting;

/// <summary>Draws runs: one HTML file that opens without a network, Markdown to paste, CSV to compute with.</summary>
public static class ReportWriter
{
    /// <summary>Writes <c>report.html</c>, <c>report.md</c> and <c>results.csv</c>, and the file of trials where a suite has one. Files of
    /// these names are replaced.</summary>
    /// <param name="sources">One or more folders; several load runs are drawn side by side, later ones against the first.</param>
    /// <param name="outputFolder">Made if it is not there.</param>
    /// <param name="cancellationToken">Stops between the files.</param>
    /// <exception cref="ArgumentException">There is no folder of either kind.</exception>
    /// <exception cref="FormatException">A run contradicts itself.</exception>
    /// <exception cref="IOException">The folder cannot be written to.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be written to.</exception>
    public static async Task<ReportFiles> WriteAsync(
        ReportSources sources, string outputFolder, CancellationToken cancellationToken = default)
    {
        var (runs, benchmarks) = (sources.Runs, sources.Benchmarks);
        var folder = Directory.CreateDirectory(outputFolder).FullName;
        var model = ReportBuilder.Build(runs, folder, benchmarks);
        foreach (var (name, text) in CsvReport.PartFiles(runs))
            Write(name, text);

        return new ReportFiles(
            Write("report.html", await HtmlReport.RenderAsync(model)),
            Write("report.md", MarkdownReport.Render(model)),
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

/// <summary>The folders of a report, load runs and microbenchmarks, in the order given.</summary>
public sealed record ReportSources(IReadOnlyList<RunFolder> Runs, IReadOnlyList<BenchmarkFolder> Benchmarks)
{
    /// <summary>Reads folders of either kind, in any mixture.</summary>
    /// <param name="folders">Folders of load runs (with <c>run.json</c>) and of microbenchmarks (with <c>*-report-full.json</c>).</param>
    /// <exception cref="FormatException">One is neither, or cannot be read; the message says which.</exception>
    public static ReportSources Read(IReadOnlyList<string> folders)
    {
        var runs = folders.ToLookup(RunFolder.Is);
        return runs[false].FirstOrDefault(f => !BenchmarkFolder.Is(f)) is { } other
            ? throw new FormatException(
                $"{other} is not a results folder: it has neither run.json (a load run) nor {BenchmarkFolder.FilePattern} "
                + "(microbenchmarks, BenchmarkDotNet's full JSON).")
            : new ReportSources([.. runs[true].Select(RunFolder.Read)], [.. runs[false].Select(BenchmarkFolder.Read)]);
    }
}
