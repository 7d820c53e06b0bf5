namespace EventSourcingBench.Measurement.Benchmarks;

/// <summary>The parameters of a benchmark that reports know.</summary>
internal static class BenchmarkParameters
{
    private const string Store = "Store";
    private const string Events = "Events";
    private const string Size = "Size";

    /// <summary>The record with its parameters read: <c>Store=memory&amp;Events=10</c>.</summary>
    /// <exception cref="FormatException">A count is no number, or a name is there twice.</exception>
    public static BenchmarkRecord Read(BenchmarkRecord record, string place)
    {
        var pairs = record.Parameters.Split('&', StringSplitOptions.RemoveEmptyEntries)
            .Select(p => p.Split('=', 2)).Where(p => p.Length == 2).ToList();
        if (pairs.GroupBy(p => p[0], StringComparer.Ordinal).FirstOrDefault(g => g.Count() > 1) is { } twice)
            throw new FormatException($"{place}.Parameters has {twice.Key} twice.");

        var named = pairs.ToDictionary(p => p[0], p => p[1], StringComparer.Ordinal);
        return record with
        {
            Store = named.GetValueOrDefault(Store),
            Events = Count(Events),
            Size = Count(Size),
            Others = string.Join(", ", named.Where(p => p.Key is not (Store or Events or Size)).Select(p => $"{p.Key}={p.Value}")),
        };

        long? Count(string name) => !named.TryGetValue(name, out var value) ? null
            : long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count
            : throw new FormatException($"{place}.Parameters has {name}={value}, which is no whole number.");
    }
}

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
