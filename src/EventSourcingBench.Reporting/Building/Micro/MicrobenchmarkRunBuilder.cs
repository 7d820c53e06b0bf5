using System.Globalization;

namespace EventSourcingBench.Reporting;

/// <summary>Builds what concerns a whole folder of microbenchmarks.</summary>
internal static class MicrobenchmarkRunBuilder
{
    private const string Benchmarks = "dotnet run -c Release --project benchmarks/EventSourcingBench.Benchmarks -- --filter";
    private const string NotTold = "not told";

    public static MicrobenchmarkRun Build(BenchmarkFolder folder, int run, int runs) => new()
    {
        Letter = Letters.Of(run, runs),
        Folder = folder,
        Flags = BenchmarkFlags.Build(folder),
        Environment = new TableModel(
            "The machine of the microbenchmarks",
            [new("Fact"), new("Value")],
            [.. folder.Hosts.SelectMany(Facts).Distinct(FactComparer)]),
        Command = Command(folder),
    };

    private static readonly EqualityComparer<IReadOnlyList<string>> FactComparer = EqualityComparer<IReadOnlyList<string>>.Create(
        (one, other) => one is not null && other is not null && one.SequenceEqual(other), fact => HashCode.Combine(fact[0], fact[1]));

    private static IEnumerable<IReadOnlyList<string>> Facts(BenchmarkHost host) =>
    [
        ["CPU", host.Processor],
        ["Cores", $"{Cores(host.PhysicalCores)} physical, {Cores(host.LogicalCores)} logical"],
        ["Operating system", host.OperatingSystem],
        ["Runtime", $"{host.Runtime}, {host.Architecture}"],
        ["Build", host.Configuration],
        ["BenchmarkDotNet", host.BenchmarkDotNetVersion],
    ];

    private static string Cores(int? cores) => cores?.ToString(CultureInfo.InvariantCulture) ?? NotTold;

    /// <summary>BenchmarkDotNet does not keep what was typed: this asks for the same classes, counts and sizes.</summary>
    private static string Command(BenchmarkFolder folder)
    {
        // Somebody pastes this into a shell: a name that no class can have is left out.
        var types = folder.Records.Select(r => r.Type).Distinct(StringComparer.Ordinal)
            .Where(name => name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_'))
            .Select(name => $"'*{name}*'");
        return $"{Benchmarks} {string.Join(' ', types)}{List("--counts", folder.Records.Select(r => r.Events))}{List("--sizes", folder.Records.Select(r => r.Size))}";
    }

    private static string List(string option, IEnumerable<long?> values)
    {
        var known = values.OfType<long>().Distinct().Order().Select(v => v.ToString(CultureInfo.InvariantCulture)).ToList();
        return known.Count == 0 ? string.Empty : $" {option} {string.Join(',', known)}";
    }
}
