namespace EventSourcingBench.Measurement.Benchmarks;

/// <summary>What is read of one file of BenchmarkDotNet's full JSON, by the names in it. It writes null for what is not known.</summary>
internal sealed record BenchmarkFile(BenchmarkHost HostEnvironmentInfo, IReadOnlyList<BenchmarkFile.Case?> Benchmarks)
{
    // The parameters that reports know.
    private const string Store = "Store";
    private const string Events = "Events";
    private const string Size = "Size";

    // How a job is built and finds its plug-in, which names folders; not how it measures.
    private static readonly string[] Built = ["Arguments", "EnvironmentVariables"];

    private static readonly JsonSerializerOptions Options = new(RunJson.Compact)
    {
        PropertyNamingPolicy = null,
        NumberHandling = JsonNumberHandling.Strict,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Skip,
    };

    /// <exception cref="FormatException">It is no such file; the message names it and what is missing.</exception>
    public static (BenchmarkHost Host, IReadOnlyList<BenchmarkRecord> Records) Read(string path)
    {
        var file = JsonErrors.Read<BenchmarkFile>(path, Options, " It is not BenchmarkDotNet's full JSON (JsonExporter.Full).");
        try
        {
            return (file.HostEnvironmentInfo,
                [.. file.Benchmarks.Select((b, i) => RecordOf(b, FormattableString.Invariant($"Benchmarks[{i}]")))]);
        }
        catch (FormatException e)
        {
            throw new FormatException($"{path} is not BenchmarkDotNet's full JSON (JsonExporter.Full): {e.Message}", e);
        }
    }

    // Its parameters are written as Store=memory&Events=10.
    private static BenchmarkRecord RecordOf(Case? given, string place)
    {
        var benchmark = given ?? throw new FormatException($"{place} must be an object.");
        var title = benchmark.MethodTitle ?? benchmark.Method;
        var (times, memory) = (benchmark.Statistics?.OriginalValues ?? [], benchmark.Memory);
        if (!times.All(double.IsFinite))
            throw new FormatException($"{place}.Statistics.OriginalValues must be finite.");

        var pairs = benchmark.Parameters.Split('&', StringSplitOptions.RemoveEmptyEntries)
            .Select(p => p.Split('=', 2)).Where(p => p.Length == 2).ToList();
        if (pairs.GroupBy(p => p[0], StringComparer.Ordinal).FirstOrDefault(g => g.Count() > 1) is { } twice)
            throw new FormatException($"{place}.Parameters has {twice.Key} twice.");

        var named = pairs.ToDictionary(p => p[0], p => p[1], StringComparer.Ordinal);

        var (job, settings) = JobOf(benchmark.DisplayInfo, $"{benchmark.Type}.{title}: ");

        // A description with spaces comes in quotes. A benchmark that failed has no statistics. The values are those that BenchmarkDotNet
        // computes with: outliers that its job removes are gone.
        return new BenchmarkRecord(
            benchmark.Type, title.Trim('\''), job, benchmark.Parameters, times,
            named.GetValueOrDefault(Store), Count(Events), Count(Size),
            string.Join(", ", named.Where(p => p.Key is not (Store or Events or Size)).Select(p => $"{p.Key}={p.Value}")),
            memory?.BytesAllocatedPerOperation, memory?.TotalOperations ?? 0)
        {
            Collections = [memory?.Gen0Collections ?? 0, memory?.Gen1Collections ?? 0, memory?.Gen2Collections ?? 0],
            JobSettings = settings,
        };

        long? Count(string name) => !named.TryGetValue(name, out var value) ? null
            : long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count
            : throw new FormatException($"{place}.Parameters has {name}={value}, which is no whole number.");
    }

    /// <summary>The job in <c>LoadStream.Load: quick(IterationCount=3) [Store=memory]</c>; the full JSON has it nowhere else.</summary>
    /// <param name="benchmark">What it begins with: <c>LoadStream.Load: </c>.</param>
    internal static (string Name, IReadOnlyList<(string Name, string Value)> Settings) JobOf(string displayInfo, string benchmark)
    {
        var job = displayInfo.StartsWith(benchmark, StringComparison.Ordinal) ? displayInfo[benchmark.Length..] : displayInfo;
        var parameters = job.LastIndexOf(" [", StringComparison.Ordinal);
        job = parameters < 0 ? job : job[..parameters];
        var start = job.IndexOf('(', StringComparison.Ordinal);
        if (start < 0)
            return (job, []);

        // An id that BenchmarkDotNet made says nothing, the settings do.
        var settings = job[(start + 1)..].TrimEnd(')');
        return (job.StartsWith("Job-", StringComparison.Ordinal) ? settings : job[..start],
            [
                .. from setting in settings.Split(", ")
                   let parts = setting.Split('=', 2)
                   where parts.Length == 2 && !Built.Contains(parts[0])
                   select (parts[0], parts[1]),
            ]);
    }

    internal sealed record Case(
        string Type, string Method, string Parameters, string DisplayInfo, string? MethodTitle = null, IterationTimes? Statistics = null,
        Allocations? Memory = null);

    internal sealed record IterationTimes(IReadOnlyList<double> OriginalValues);

    internal sealed record Allocations(
        long? BytesAllocatedPerOperation = null, long? Gen0Collections = null, long? Gen1Collections = null, long? Gen2Collections = null,
        long? TotalOperations = null);
}
