namespace EventSourcingBench.Reporting.Micro;

internal static class MicrobenchmarkRunBuilder
{
    private const string Benchmarks = "dotnet run -c Release --project benchmarks/EventSourcingBench.Benchmarks -- --filter";

    private const string NotKnown = "not known";
    private const int FewIterations = 5;
    private const double NoisySpread = 0.2;
    private const int MostNamed = 10;

    public static RunModel Build(BenchmarkFolder folder, int run, int runs) => new(
        runs == 1 ? "Microbenchmarks" : $"Microbenchmarks {Letters.Of(run, runs)}", folder.Name,
        [folder.Name, $"{folder.Records.Count} benchmarks", $"BenchmarkDotNet {folder.Hosts[0].BenchmarkDotNetVersion}"],
        Command(folder), TableRows.Facts("The machine of the microbenchmarks", folder.Hosts.SelectMany(Facts).Distinct()))
    {
        Flags = FlagsOf(folder),
        Remark = $"Results folder {folder.Name}. BenchmarkDotNet does not keep what was typed: the command asks for the same classes, "
            + "stores, counts and sizes.",
    };

    private static IEnumerable<(string Name, string? Value)> Facts(BenchmarkHost host) =>
    [
        ("CPU", host.ProcessorName ?? NotKnown),
        ("Cores", $"{Cores(host.PhysicalCoreCount)} physical, {Cores(host.LogicalCoreCount)} logical"),
        ("Operating system", host.OsVersion), ("Runtime", $"{host.RuntimeVersion}, {host.Architecture ?? NotKnown}"),
        ("Build", host.Configuration ?? NotKnown), ("BenchmarkDotNet", host.BenchmarkDotNetVersion),
    ];

    private static string Cores(int? cores) => cores?.ToString(CultureInfo.InvariantCulture) ?? NotKnown;

    private static string Command(BenchmarkFolder folder) =>
        $"{Benchmarks} {string.Join(' ', Names(folder.Records.Select(r => r.Type)).Select(name => $"'*{name}*'"))}"
            + List("--stores", Names(folder.Records.Select(r => r.Store))) + List("--counts", Counts(folder.Records.Select(r => r.Events)))
            + List("--sizes", Counts(folder.Records.Select(r => r.Size)));

    // This is pasted into a shell: names that no class and no store can have are left out.
    private static IEnumerable<string> Names(IEnumerable<string?> names) =>
        names.OfType<string>().Distinct(StringComparer.Ordinal).Where(name =>
            name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-'));

    private static IEnumerable<string> Counts(IEnumerable<long?> counts) =>
        counts.OfType<long>().Distinct().Order().Select(c => c.ToString(CultureInfo.InvariantCulture));

    private static string List(string option, IEnumerable<string> values) =>
        string.Join(',', values) is { Length: > 0 } list ? $" {option} {list}" : string.Empty;

    private static IReadOnlyList<Flag> FlagsOf(BenchmarkFolder folder)
    {
        var failed = folder.Records.Where(r => r.Nanoseconds.Count == 0).ToList();
        var few = folder.Records.Count(r => r.Nanoseconds.Count is > 0 and < FewIterations);
        var noisy = folder.Records.Where(IsNoisy).ToList();
        Flag?[] flags =
        [
            RequestReport.FlagIf(
                folder.Hosts.Any(h => !string.Equals(h.Configuration, "RELEASE", StringComparison.OrdinalIgnoreCase)), "no release"),
            RequestReport.FlagIf(folder.Hosts.Any(h => h.HasAttachedDebugger), "debugger"),
            RequestReport.FlagIf(folder.Hosts.Count > 1, "several hosts"),
            RequestReport.FlagIf(failed.Count > 0, "no result", Titles(failed)),
            RequestReport.FlagIf(few > 0, "few iterations", few, folder.Records.Count, FewIterations),
            RequestReport.FlagIf(noisy.Count > 0, "noisy", Titles(noisy)),
        ];
        return [.. flags.OfType<Flag>()];
    }

    private static bool IsNoisy(BenchmarkRecord record)
    {
        if (record.Nanoseconds.Count < FewIterations)
            return false;

        var sorted = record.Nanoseconds.Order().ToArray();
        return sorted[sorted.Length * 3 / 4] - sorted[sorted.Length / 4] > NoisySpread * sorted[sorted.Length / 2];
    }

    private static string Titles(List<BenchmarkRecord> records) =>
        string.Join("; ", records.Take(MostNamed).Select(r => r.Title))
        + (records.Count > MostNamed ? $"; and {Format.Count(records.Count - MostNamed)} more" : string.Empty);
}
