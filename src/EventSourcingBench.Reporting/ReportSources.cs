namespace EventSourcingBench.Reporting;

/// <summary>The folders of a report, by their kind.</summary>
/// <param name="Runs">Load runs, in the order given.</param>
/// <param name="Benchmarks">Microbenchmarks, in the order given.</param>
public sealed record ReportSources(IReadOnlyList<RunFolder> Runs, IReadOnlyList<BenchmarkFolder> Benchmarks)
{
    /// <summary>Reads folders of either kind, in any mixture.</summary>
    /// <param name="folders">Folders of load runs (with <c>run.json</c>) and of microbenchmarks (with <c>*-report-full.json</c>).</param>
    /// <exception cref="FormatException">One is neither, or cannot be read; the message says which.</exception>
    public static ReportSources Read(IReadOnlyList<string> folders)
    {
        var runs = new List<RunFolder>();
        var benchmarks = new List<BenchmarkFolder>();
        foreach (var folder in folders)
        {
            if (RunFolder.Is(folder))
            {
                runs.Add(RunFolder.Read(folder));
            }
            else if (BenchmarkFolder.Is(folder))
            {
                benchmarks.Add(BenchmarkFolder.Read(folder));
            }
            else
            {
                throw new FormatException(
                    $"{folder} is not a results folder: it has neither run.json (a load run) nor {BenchmarkFolder.FilePattern} "
                    + "(microbenchmarks, BenchmarkDotNet's full JSON).");
            }
        }

        return new ReportSources(runs, benchmarks);
    }
}
