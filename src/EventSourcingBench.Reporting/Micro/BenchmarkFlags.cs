namespace EventSourcingBench.Reporting.Micro;

internal static class BenchmarkFlags
{
    private const int FewIterations = 5;
    private const double NoisySpread = 0.2;
    private const int MostNamed = 10;

    public static IReadOnlyList<Flag> Build(BenchmarkFolder folder)
    {
        var failed = folder.Records.Where(r => r.Nanoseconds.Count == 0).ToList();
        var few = folder.Records.Count(r => r.Nanoseconds.Count is > 0 and < FewIterations);
        var noisy = folder.Records.Where(IsNoisy).ToList();
        (bool IsSo, FlagSeverity Severity, string Title, string Text)[] flags =
        [
            (folder.Hosts.Any(h => !string.Equals(h.Configuration, "RELEASE", StringComparison.OrdinalIgnoreCase)), FlagSeverity.Serious,
                "Not a release build",
                "The benchmarks were built without optimisation: their times say nothing. Run them with -c Release."),
            (folder.Hosts.Any(h => h.DebuggerAttached), FlagSeverity.Serious, "A debugger was attached", "It slows down what it watches."),
            (folder.Hosts.Count > 1, FlagSeverity.Warning, "Several machines or runtimes",
                "The files of the folder come from different machines, runtimes or builds; the environment has them all. "
                + "Do not compare across them."),
            (failed.Count > 0, FlagSeverity.Warning, "Benchmarks without a result",
                $"They threw, or were stopped; the log of the run says why: {Names(failed)}."),
            (few > 0, FlagSeverity.Note, "Few iterations", string.Create(
                CultureInfo.InvariantCulture,
                $"{few} of {folder.Records.Count} benchmarks have fewer than {FewIterations} measured iterations. ")
                + "Repeat with --profile paper before small differences are believed."),
            (noisy.Count > 0, FlagSeverity.Note, "Noisy benchmarks",
                $"The middle half of their iterations spans more than a fifth of the median: {Names(noisy)}."),
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

    private static string Names(List<BenchmarkRecord> records) =>
        string.Join("; ", records.Take(MostNamed).Select(r => r.Title))
        + (records.Count > MostNamed ? $"; and {Format.Count(records.Count - MostNamed)} more" : string.Empty);
}
