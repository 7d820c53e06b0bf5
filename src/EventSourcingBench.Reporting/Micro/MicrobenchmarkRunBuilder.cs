namespace EventSourcingBench.Reporting.Micro;

internal static class MicrobenchmarkRunBuilder
{
    private const string Benchmarks = "dotnet run -c Release --project benchmarks/EventSourcingBench.Benchmarks -- --filter";

    private const string NotKnown = "not known";
    private const int FewIterations = 5;
    private const double NoisySpread = 0.2;
    private const int MostNamed = 10;

    public static RunModel Build(BenchmarkFolder folder, int run, int runs) => new(
        runs == 1 ? "Microbenchmarks" : $"Microbenchmarks {Letters.Of(run, runs)}",
        folder.Name,
        [folder.Name, FormattableString.Invariant($"{folder.Records.Count} benchmarks"),
            $"BenchmarkDotNet {folder.Hosts[0].BenchmarkDotNetVersion}"],
        Command(folder),
        TableRows.Facts("The machine of the microbenchmarks", folder.Hosts.SelectMany(Facts).Distinct()))
    {
        Flags = FlagsOf(folder),
        Remark = $"Results folder {folder.Name}. BenchmarkDotNet does not keep what was typed: the command asks for the same classes, "
            + "stores, counts and sizes.",
    };

    private static IEnumerable<(string Name, string Value)> Facts(BenchmarkHost host) =>
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

    // Somebody pastes this into a shell: names that no class and no store can have are left out.
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
        (bool IsSo, FlagSeverity Severity, string Title, string Text)[] flags =
        [
            (folder.Hosts.Any(h => !string.Equals(h.Configuration, "RELEASE", StringComparison.OrdinalIgnoreCase)), FlagSeverity.Serious,
                "Not a release build",
                "The benchmarks were built without optimisation: their times say nothing. Run them with -c Release."),
            (folder.Hosts.Any(h => h.HasAttachedDebugger), FlagSeverity.Serious, "A debugger was attached",
                "It slows down what it watches."),
            (folder.Hosts.Count > 1, FlagSeverity.Warning, "Several machines or runtimes",
                "The files of the folder come from different machines, runtimes or builds; the environment has them all. "
                + "Do not compare across them."),
            (failed.Count > 0, FlagSeverity.Warning, "Benchmarks without a result",
                $"They threw, or were stopped; the log of the run says why: {Titles(failed)}."),
            (few > 0, FlagSeverity.Note, "Few iterations", string.Create(
                CultureInfo.InvariantCulture,
                $"{few} of {folder.Records.Count} benchmarks have fewer than {FewIterations} measured iterations. ")
                + "Repeat with --profile paper before small differences are believed."),
            (noisy.Count > 0, FlagSeverity.Note, "Noisy benchmarks",
                $"The middle half of their iterations spans more than a fifth of the median: {Titles(noisy)}."),
        ];
        return [.. flags.Where(f => f.IsSo).Select(f => new Flag(f.Severity, f.Title, f.Text))];
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
