namespace EventSourcingBench.Reporting;

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
