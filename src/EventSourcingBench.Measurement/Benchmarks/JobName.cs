namespace EventSourcingBench.Measurement.Benchmarks;

/// <summary>Finds the job in what BenchmarkDotNet displays of a benchmark; the full JSON has it nowhere else.</summary>
internal static class JobName
{
    private const string Unnamed = "Job-";

    /// <param name="displayInfo"><c>LoadStream.Load: Job-ABCDEF(Toolchain=..., IterationCount=3) [Store=memory]</c>.</param>
    /// <param name="benchmark">What it begins with: <c>LoadStream.Load: </c>.</param>
    public static string Of(string displayInfo, string benchmark)
    {
        var job = displayInfo.StartsWith(benchmark, StringComparison.Ordinal) ? displayInfo[benchmark.Length..] : displayInfo;
        var parameters = job.LastIndexOf(" [", StringComparison.Ordinal);
        job = parameters < 0 ? job : job[..parameters];
        var settings = job.IndexOf('(', StringComparison.Ordinal);
        if (settings < 0)
            return job;

        // An id that BenchmarkDotNet made says nothing, the settings do.
        return job.StartsWith(Unnamed, StringComparison.Ordinal) ? job[(settings + 1)..].TrimEnd(')') : job[..settings];
    }
}
