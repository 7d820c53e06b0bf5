namespace EventSourcingBench.Reporting.Tests;

/// <summary>Microbenchmarks that were not run: three stores, the ten published counts and three sizes of LoadStream, fewer of the other
/// classes. Time and memory follow straight lines with a little wave, so that reports of them are the same everywhere.</summary>
internal static class SyntheticBenchmarks
{
    public static readonly long[] Counts = [10, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
    private static readonly long[] Sizes = [10, 20, 50];
    private static readonly string[] Stores = ["memory", "postgres", "sqlite"];

    public static BenchmarkHost Host { get; } = new("0.14.0", "Linux 6.1", ".NET 10.0.4", "Example CPU @ 2.50GHz", 4, 2, "X64", "RELEASE");

    public static BenchmarkFolder Complete(string path = "/results/20261121T080000Z-LoadStream") => new(path, [Host],
    [
        .. Grid(Stores, Counts, Sizes).Select(p => Record("LoadStream", "LoadStream", p.Store, p.Events, p.Size)),
        .. Grid(["sqlite"], [10, 1000], [10]).Select(p => Record("LoadWithSnapshot", "LoadWithSnapshot", p.Store, p.Events, p.Size)),
        .. Grid(Stores, [10, 1000, 50_000], [10, 50]).Select(p => Record("ReadStream", "ReadStream", p.Store, p.Events, p.Size)),
        .. new[] { "Single", "in batches" }.SelectMany(way => Grid(["postgres", "sqlite"], [10, 100], [10])
            .Select(p => Record("WriteStream", way, p.Store, p.Events, p.Size))),
        .. new[] { "Source generation", "Reflection", "Binary" }.SelectMany(way => Sizes
            .Select(size => Record("Serialise", way, null, null, size))),
        Record("Deserialise", "Source generation", null, null, 10),
        Record("Deserialise", "Binary", null, null, 10) with { Nanoseconds = [], AllocatedBytes = null, MemoryOperations = 0 },
    ]);

    /// <summary>Loads of all counts that cost so much once and for each event.</summary>
    public static BenchmarkFolder Loads(string store, double once, double each) =>
        Folder([.. Counts.Select(n => Record("LoadStream", "Load", store, n, 50, once, each))]);

    public static BenchmarkFolder Folder(params BenchmarkRecord[] records) => new("/results/x", [Host], records);

    /// <summary>A benchmark of five iterations.</summary>
    public static BenchmarkRecord Record(
        string type, string method, string? store, long? events, long? size, double? fixedNanoseconds = null, double? perEvent = null,
        string job = "quick")
    {
        var strings = size ?? 10;
        var once = fixedNanoseconds ?? (store switch { "memory" => 2_000, "sqlite" => 60_000, null => 300, _ => 450_000 });
        var each = perEvent ?? ((store switch { "memory" => 300, "sqlite" => 700, null => 0, _ => 900 }) + (method.Length * 10)
            + (45.0 * strings));
        var exact = (once + (each * (events ?? 1))) * (perEvent is null ? 1 + (0.03 * Math.Sin((events ?? 1) + strings)) : 1);
        var parameters = new (string Name, object? Value)[] { ("Store", store), ("Events", events), ("Size", size) }
            .Where(p => p.Value is not null).Select(p => $"{p.Name}={p.Value}");
        double[] nanoseconds = [.. new[] { 0.98, 1.01, 1, 0.99, 1.03 }.Select(f => Math.Round(exact * f, 2))];
        return new BenchmarkRecord(type, method, job, string.Join('&', parameters), nanoseconds)
        {
            Store = store,
            Events = events,
            Size = size,
            AllocatedBytes = (store == "postgres" ? 21_000 : 900) + ((events ?? 1) * ((strings * 96) + 200)),
            Collections = [(events ?? 0) / 1000, (events ?? 0) / 10_000, 0],
            MemoryOperations = 16,
        };
    }

    private static IEnumerable<(string Store, long Events, long Size)> Grid(string[] stores, long[] counts, long[] sizes) =>
        from store in stores from events in counts from size in sizes select (store, events, size);
}
