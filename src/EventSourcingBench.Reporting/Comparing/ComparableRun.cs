namespace EventSourcingBench.Reporting.Comparing;

/// <summary>A run, of load or of microbenchmarks, as comparisons and histories need it.</summary>
/// <param name="Command">What repeats it; null where that is not known.</param>
public sealed partial record ComparableRun(string Name, string? Command, IReadOnlyList<RunFact> Facts, IReadOnlyList<MeasuredValue> Values)
{
    // They say how often something is measured and how it is judged, not what.
    internal static readonly string[] NoWorkload = ["trials", "margin", "untilDecided", "thresholds"];

    internal const string HowMadeTitle = "how the load was made";

    private const string Unknown = "unknown";

    public static ComparableRun Of(PublishedRun run) => new(
        run.Id, run.Command, [.. FactsOf(run), .. run.Stores.SelectMany(FactsOf), .. run.Suites.SelectMany(FactsOf)],
        [
            .. from suite in run.Suites
               from cell in suite.Cells
               from value in cell.Values
               where value.Trials.Count > 0
               select new MeasuredValue(
                   suite.Name, cell.Store, cell.Load, value.Name, value.Unit, value.GreaterIsBetter, value.Trials, value.IsLowerBound,
                   cell.Verdict.Passed ? null : cell.Verdict.Text)
               {
                   // Of values among which there are such there is no interval.
                   HasLowerBounds = value.IsLowerBound || (value.Trials.Count > 1 && value.Low is null),
                   IsOfAll = value.Trials.Count == 1 && cell.Values.Any(v => v.Trials.Count > 1),
               },
        ]);

    /// <summary>What the values of a run depend on, without the values.</summary>
    public static ComparableRun Of(RunFolder folder)
    {
        var run = folder.Run;
        return Of(new PublishedRun(
            run.Id, run.StartedAt, run.EndedAt, run.ToolVersion, run.GitCommit, run.Arguments, run.Seed, run.Engine, run.Via,
            run.DataSource, folder.Environment, run.Stores, [],
            [.. run.Workloads.Select(w => new PublishedSuite(w.Key, w.Value.Question, w.Value.Parameters, []))], []));
    }

    /// <summary>The load engine; the built-in one without its version, which is this program's.</summary>
    public static string EngineOf(PublishedRun run) => run.Engine.Replace($" {run.ToolVersion}", "", StringComparison.Ordinal);

    /// <summary>The options of the run that change what is measured and are no parameters of a workload; empty without one.</summary>
    public static string HowMade(PublishedRun run) =>
        string.Join(' ', Made().Matches(run.Command).Select(m => m.Value).Order(StringComparer.Ordinal));

    /// <summary>Benchmarks that failed have no values and are left out.</summary>
    public static ComparableRun Of(BenchmarkFolder folder)
    {
        // The job is named where a run has several of one benchmark, such as two versions.
        var named = folder.Records.GroupBy(r => r.Title, StringComparer.Ordinal).Any(g => g.Count() > 1);
        return new ComparableRun(folder.Name, null, [.. FactsOf(folder, named)], [.. folder.Records.SelectMany(r => ValuesOf(r, named))]);
    }

    private static IEnumerable<MeasuredValue> ValuesOf(BenchmarkRecord record, bool named)
    {
        var parameters = record.Parameters.Split('&').Where(p => p.Length > 0 && p != $"Store={record.Store}");
        var time = new MeasuredValue($"{record.Type}.{record.Method}", record.Store ?? string.Empty,
            string.Join(", ", named ? parameters.Append(record.Job) : parameters), "Time", "ms", GreaterIsBetter: false,
            [.. record.Nanoseconds.Select(n => n / 1e6)]);
        if (time.Trials.Count == 0)
            yield break;

        yield return time;
        if (record.AllocatedBytes is { } bytes)
            yield return time with { Metric = "Allocated", Unit = "B", GreaterIsBetter = null, Trials = [bytes] };
    }

    private static IEnumerable<RunFact> FactsOf(BenchmarkFolder folder, bool named) =>
    [
        .. folder.Hosts.SelectMany(h => new RunFact[]
        {
            new(FactKind.Engine, "", "engine", $"BenchmarkDotNet {h.BenchmarkDotNetVersion}"),
            new(FactKind.Platform, "", "operating system", h.OsVersion, false),
            new(FactKind.Platform, "", "runtime", $"{h.RuntimeVersion} {h.Architecture} {h.Configuration}".TrimEnd(), false),
            new(FactKind.Machine, "", "processor", h.ProcessorName ?? Unknown),
            new(FactKind.Machine, "", "cores", $"{h.LogicalCoreCount}"),
        }).GroupBy(f => (f.Kind, f.Name)).Select(g => g.First() with { Value = Joined(g.Select(f => f.Value)) }),
        .. named ? (RunFact[])[] : [new(FactKind.Workload, "", "job", Joined(folder.Records.Select(r => r.Job)))],
        // What distinguishes the jobs of one run is said by their names.
        .. folder.Records.Select(r => r.JobSettings).DefaultIfEmpty([]).Aggregate((a, b) => [.. a.Intersect(b)])
            .Select(s => new RunFact(FactKind.Workload, "", $"job's {s.Name}", s.Value)),
    ];

    private static IEnumerable<RunFact> FactsOf(PublishedRun run) =>
    [
        new(FactKind.Product, "", "version", run.ToolVersion, false),
        new(FactKind.Product, "", "commit", run.GitCommit ?? Unknown, false),
        new(FactKind.Platform, "", "operating system", run.Machine.OperatingSystem, false),
        new(FactKind.Platform, "", "runtime", run.Machine.Runtime, false),
        new(FactKind.Platform, "", "garbage collector", run.Machine.GarbageCollector, false),
        new(FactKind.Data, "", "data", run.DataSource),
        new(FactKind.Engine, "", "engine", EngineOf(run)),
        new(FactKind.Engine, "", HowMadeTitle, HowMade(run)),
        new(FactKind.Via, "", "via", run.Via),
        new(FactKind.Machine, "", "processor", run.Machine.Cpu), new(FactKind.Machine, "", "cores", Format.Count(run.Machine.Cores)),
        // The same machine has some pages more or less after an update of its kernel.
        new(FactKind.Machine, "", "memory size", Format.Bytes(run.Machine.MemoryBytes)),
        new(FactKind.Machine, "", "file system", run.Machine.FileSystem),
    ];

    private static IEnumerable<RunFact> FactsOf(StoreRecord store) =>
    [
        new(FactKind.StoreVersion, store.Name, "server", store.ServerVersion, false),
        new(FactKind.StoreVersion, store.Name, "client", store.ClientVersion, false),
        new(FactKind.StoreVersion, store.Name, "origin", store.Container?.Image ?? store.ServerOrigin, false),
        new(FactKind.StoreSettings, store.Name, "durability", store.Durability),
        new(FactKind.StoreSettings, store.Name, "CPU limit", FormattableString.Invariant($"{store.Container?.Cpus}")),
        new(FactKind.StoreSettings, store.Name, "memory limit", $"{store.Container?.MemoryBytes}"),
        .. store.Options.Select(o => new RunFact(FactKind.StoreSettings, store.Name, o.Key, o.Value)),
        .. store.Settings.Select(s => new RunFact(FactKind.StoreSettings, store.Name, $"{s.Key} in force", s.Value, false)),
    ];

    private static IEnumerable<RunFact> FactsOf(PublishedSuite suite) =>
        from parameter in suite.Parameters
        where !NoWorkload.Contains(parameter.Name)
        select new RunFact(FactKind.Workload, suite.Name, parameter.Title, parameter.Value);

    private static string Joined(IEnumerable<string> values) =>
        string.Join(" / ", values.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal));

    [GeneratedRegex("""--(?:together|no-breakdown)\b|--(?:cpus|generators|generator-hosts|verify-reads)[ =](?:"[^"]*"|\S+)""")]
    private static partial Regex Made();
}
