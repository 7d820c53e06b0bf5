using System.Text.Json;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.Benchmarks;

/// <summary>Reads BenchmarkDotNet's full JSON.</summary>
internal static class ResultFiles
{
    private const string Pattern = "*-report-full*.json";

    /// <summary>The benchmarks of a file, or of all files of a folder and the folders below, by name.</summary>
    /// <exception cref="UserException">There is no such path, it has no full JSON, or a benchmark is in it twice.</exception>
    public static IReadOnlyDictionary<string, Measured> Read(string path)
    {
        var files = Files(path);
        var all = files.SelectMany(ReadFile).ToList();
        var names = all.GroupBy(b => b.Measured.Name, StringComparer.Ordinal)
            .SelectMany(g => g.Count() == 1 ? g.Select(b => b.Measured) : g.Select(b => b.Measured with { Name = $"{b.Measured.Name} [{b.Job}]" }));
        var byName = new Dictionary<string, Measured>(StringComparer.Ordinal);
        foreach (var measured in names)
        {
            if (!byName.TryAdd(measured.Name, measured))
            {
                throw new UserException($"{path} holds {measured.Name} more than once. Name the folder of one run.");
            }
        }

        return byName;
    }

    private static List<string> Files(string path)
    {
        if (File.Exists(path))
        {
            return [path];
        }

        if (!Directory.Exists(path))
        {
            throw new UserException($"There is no file or folder {path}.");
        }

        var files = Directory.EnumerateFiles(path, Pattern, SearchOption.AllDirectories).Order(StringComparer.Ordinal).ToList();
        return files.Count > 0
            ? files
            : throw new UserException($"{path} has no {Pattern} in it: BenchmarkDotNet's full JSON is what is compared.");
    }

    private static List<(Measured Measured, string Job)> ReadFile(string file)
    {
        try
        {
            using var document = JsonDocument.Parse(File.ReadAllText(file));
            return [.. document.RootElement.GetProperty("Benchmarks").EnumerateArray().Where(HasStatistics).Select(ReadBenchmark)];
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException or FormatException)
        {
            throw new UserException($"{file} is not BenchmarkDotNet's full JSON: {e.Message}", e);
        }
    }

    // A benchmark that failed has none.
    private static bool HasStatistics(JsonElement benchmark) => benchmark.GetProperty("Statistics").ValueKind == JsonValueKind.Object;

    private static (Measured Measured, string Job) ReadBenchmark(JsonElement benchmark)
    {
        var values = benchmark.GetProperty("Statistics").GetProperty("OriginalValues").EnumerateArray().Select(v => v.GetDouble()).ToList();
        var allocated = benchmark.TryGetProperty("Memory", out var memory) && memory.ValueKind == JsonValueKind.Object
            && memory.TryGetProperty("BytesAllocatedPerOperation", out var bytes) && bytes.ValueKind == JsonValueKind.Number
                ? bytes.GetDouble()
                : (double?)null;
        return (new Measured(benchmark.GetProperty("FullName").GetString()!, values, allocated), Job(benchmark.GetProperty("DisplayInfo").GetString()!));
    }

    // "LoadStream.Load: Npgsql 9.0.3(IterationCount=10, …) [Store=postgres, …]"
    private static string Job(string display)
    {
        var start = display.IndexOf(": ", StringComparison.Ordinal) + 2;
        var end = display.IndexOf('(', start);
        return end < 0 ? display[start..] : display[start..end];
    }
}
