namespace EventSourcingBench.Reporting.Micro;

internal static class MicrobenchmarkRunBuilder
{
    private const string Benchmarks = "dotnet run -c Release --project benchmarks/EventSourcingBench.Benchmarks -- --filter";

    public static RunModel Build(BenchmarkFolder folder, int run, int runs) => new(
        runs == 1 ? "Microbenchmarks" : $"Microbenchmarks {Letters.Of(run, runs)}",
        folder.Name,
        [
            folder.Name, string.Create(CultureInfo.InvariantCulture, $"{folder.Records.Count} benchmarks"),
            $"BenchmarkDotNet {folder.Hosts[0].BenchmarkDotNetVersion}",
        ],
        Command(folder),
        TableRows.Facts("The machine of the microbenchmarks", folder.Hosts.SelectMany(Facts).Distinct()))
    {
        Flags = BenchmarkFlags.Build(folder),
        Remark = $"Results folder {folder.Name}. BenchmarkDotNet does not keep what was typed: the command asks for the same classes, "
            + "stores, counts and sizes.",
    };

    private static IEnumerable<(string Name, string Value)> Facts(BenchmarkHost host) =>
    [
        ("CPU", host.Processor), ("Cores", $"{Cores(host.PhysicalCores)} physical, {Cores(host.LogicalCores)} logical"),
        ("Operating system", host.OperatingSystem), ("Runtime", $"{host.Runtime}, {host.Architecture}"), ("Build", host.Configuration),
        ("BenchmarkDotNet", host.BenchmarkDotNetVersion),
    ];

    private static string Cores(int? cores) => cores?.ToString(CultureInfo.InvariantCulture) ?? "not known";

    private static string Command(BenchmarkFolder folder)
    {
        var types = Names(folder.Records.Select(r => r.Type)).Select(name => $"'*{name}*'");
        return $"{Benchmarks} {string.Join(' ', types)}"
            + List("--stores", Names(folder.Records.Select(r => r.Store)))
            + List("--counts", Counts(folder.Records.Select(r => r.Events)))
            + List("--sizes", Counts(folder.Records.Select(r => r.Size)));
    }

    // Somebody pastes this into a shell: names that no class and no store can have are left out.
    private static IEnumerable<string> Names(IEnumerable<string?> names) =>
        names.OfType<string>().Distinct(StringComparer.Ordinal).Where(name =>
            name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-'));

    private static IEnumerable<string> Counts(IEnumerable<long?> counts) =>
        counts.OfType<long>().Distinct().Order().Select(c => c.ToString(CultureInfo.InvariantCulture));

    private static string List(string option, IEnumerable<string> values) =>
        string.Join(',', values) is { Length: > 0 } list ? $" {option} {list}" : string.Empty;
}
