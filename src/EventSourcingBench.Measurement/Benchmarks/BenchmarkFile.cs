namespace EventSourcingBench.Measurement.Benchmarks;

/// <summary>One file of BenchmarkDotNet's full JSON. What the report does not need of it is not looked at.</summary>
/// <param name="Host">Where it ran.</param>
/// <param name="Records">What was measured.</param>
internal sealed record BenchmarkFile(BenchmarkHost Host, IReadOnlyList<BenchmarkRecord> Records)
{
    /// <exception cref="FormatException">It is no such file; the message names it and what is missing.</exception>
    public static BenchmarkFile Read(string path)
    {
        try
        {
            using var stream = File.OpenRead(path);
            using var document = JsonDocument.Parse(stream);
            var root = new JsonPlace(document.RootElement, string.Empty);
            var host = HostOf(root.Object("HostEnvironmentInfo"));
            return new BenchmarkFile(host, [.. root.Items("Benchmarks").Select(RecordOf)]);
        }
        catch (JsonException e)
        {
            throw JsonErrors.In(path, e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new FormatException($"{path} cannot be read: {e.Message}", e);
        }
        catch (FormatException e)
        {
            throw new FormatException($"{path} is not BenchmarkDotNet's full JSON (JsonExporter.Full): {e.Message}", e);
        }
    }

    private static BenchmarkHost HostOf(JsonPlace host) => new(
        host.Text("BenchmarkDotNetVersion"),
        host.Text("OsVersion"),
        host.OptionalText("ProcessorName") ?? "not known",
        (int?)host.OptionalInteger("LogicalCoreCount"),
        (int?)host.OptionalInteger("PhysicalCoreCount"),
        host.Text("RuntimeVersion"),
        host.OptionalText("Architecture") ?? "not known",
        host.OptionalText("Configuration") ?? "not known",
        host.Flag("HasAttachedDebugger"));

    private static BenchmarkRecord RecordOf(JsonPlace benchmark)
    {
        var type = benchmark.Text("Type");
        var title = benchmark.OptionalText("MethodTitle") ?? benchmark.Text("Method");
        var parameters = benchmark.Text("Parameters");
        var named = BenchmarkParameters.Parse(parameters, benchmark.Path);
        var memory = benchmark.OptionalObject("Memory");
        // A description with spaces comes in quotes. A benchmark that failed has no statistics. The values are those that BenchmarkDotNet
        // computes with: outliers that its job removes are gone.
        return new BenchmarkRecord(
            type, title.Trim('\''), JobName.Of(benchmark.Text("DisplayInfo"), $"{type}.{title}: "), parameters,
            benchmark.OptionalObject("Statistics")?.Numbers("OriginalValues") ?? [])
        {
            Store = named.Store,
            Events = named.Events,
            Size = named.Size,
            Others = named.Others,
            AllocatedBytes = memory?.OptionalInteger("BytesAllocatedPerOperation"),
            Collections = [.. Enumerable.Range(0, 3).Select(g => memory?.OptionalInteger(
                string.Create(CultureInfo.InvariantCulture, $"Gen{g}Collections")) ?? 0)],
            MemoryOperations = memory?.OptionalInteger("TotalOperations") ?? 0,
        };
    }
}
