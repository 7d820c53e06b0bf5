namespace EventSourcingBench.Reporting.Building;

internal static class RunBuilder
{
    private const string LoadTests = "dotnet run -c Release --project loadtests/EventSourcingBench.LoadTests --";
    private const int ShortCommit = 12;

    public static RunModel Build(RunFolder folder, int index, int runs, IReadOnlyList<SuiteModel> suites, string? outputFolder) => new(
        runs == 1 ? string.Empty : $"run {Letters.Of(index, runs)}", folder.Run.Id, Heads(folder.Run), Command(folder.Run),
        Environment(folder.Environment, folder.Run))
    {
        Flags = FlagBuilder.Build(folder, index, suites),
        Run = folder.Run,
        Provenance = Provenance(folder.Run),
        EngineReports = Links(folder, outputFolder, EngineReportsOf),
        Plans = Links(folder, outputFolder, step => step.Plans is { } file ? [(step.Rate, file)] : []),
        Unavailable = folder.Run.Unavailable.Count == 0 ? null : TableRows.Of("What could not run", folder.Run.Unavailable,
            [new("Name", u => u.Name), new("Reason", u => u.Reason), new("What to do", u => u.Fix)]),
    };

    private static IReadOnlyList<StepFileLink> Links(
        RunFolder folder, string? outputFolder, Func<StepRecord, IEnumerable<(double? Rate, string File)>> filesOf) =>
    [
        .. from step in folder.Steps
           from file in filesOf(step)
           let load = new Load(step.Copies, file.Rate, step.Ramp)
           select new StepFileLink(
               FormattableString.Invariant($"{step.Suite} {step.Store}, {load.Label}, trial {step.Trial}"),
               Link(outputFolder ?? folder.Path, Path.Combine(folder.Path, file.File))),
    ];

    private static string[] Heads(RunRecord run)
    {
        var stores = run.Stores.Where(s => s.RepeatOf is null).DistinctBy(s => s.ProfileOf ?? s.UseOf ?? s.Name).Count();
        return
        [
            Format.Time(run.StartedAt), $"{run.Profile} profile", run.Via == "direct" ? "direct" : "through the API",
            Format.Count(stores) + (stores == 1 ? " store" : " stores") + (run.Together ? ", together" : string.Empty),
            .. run.GitCommit is { } commit ? (string[])["commit " + Format.Commit(commit, ShortCommit)] : [],
        ];
    }

    // A search has made one for each rate that it tried.
    private static IEnumerable<(double? Rate, string File)> EngineReportsOf(StepRecord step) => step.SloSearch is { } search
        ? search.Probes.Where(p => p.EngineReport is not null).Select(p => ((double?)p.Rate, p.EngineReport!))
        : step.EngineReport is { } file ? [(step.Rate, file)] : [];

    // What the user typed, and the seed where they did not type it: the run had one all the same.
    public static string Command(RunRecord run) => LoadTests + (run.Arguments.Length == 0 ? string.Empty : " " + run.Arguments)
        + (run.Arguments.Contains("--seed", StringComparison.Ordinal) ? string.Empty : FormattableString.Invariant($" --seed {run.Seed}"));

    private static TableModel Provenance(RunRecord run) => TableRows.Facts("The run",
    [
        ("Results folder", run.Id), ("Started", Format.Time(run.StartedAt)), ("Ended", Format.Time(run.EndedAt)),
        ("Profile", run.Profile), ("Arguments", run.Arguments.Length == 0 ? "none" : run.Arguments),
        ("Seed", run.Seed.ToString(CultureInfo.InvariantCulture)),
        ("Commit", run.GitCommit ?? "not known: the run was not started from a checkout"),
        ("EventSourcingBench", run.ToolVersion),
        ("Load engine", (run.EngineReason is null ? run.Engine : $"{run.Engine} ({run.EngineReason})")
            + (run.Generators.Count == 0 ? string.Empty : $"; generators: {string.Join("; ", run.Generators)}")),
        ("Via", run.Via switch
        {
            "direct" => "direct: the store's client in the generator's process",
            "http" => "http: through the API",
            _ => run.Via,
        }),
        ("Stores", run.Together ? "loaded together" : "loaded one after the other"), ("Data", run.DataSource),
        ("First places", run.Undecided is not { } open ? null
            : open.Count == 0 ? "none is open that more blocks would decide" : $"not decided: {string.Join("; ", open)}"),
    ]);

    // Relative, so that a folder that is moved or sent keeps its links.
    private static string Link(string from, string file) =>
        string.Join('/', Path.GetRelativePath(from, file).Split(Path.DirectorySeparatorChar).Select(Uri.EscapeDataString));

    private static TableModel Environment(EnvironmentRecord environment, RunRecord run) => TableRows.Facts("The machine",
    [
        ("CPU", environment.Cpu), ("Cores", environment.Cores.ToString(CultureInfo.InvariantCulture)),
        ("CPUs that parts were pinned to", run.Cpus.Count == 0 ? null
            : string.Join("; ", run.Cpus.OrderBy(c => c.Key, StringComparer.Ordinal).Select(c => $"{c.Key} {c.Value}"))),
        ("Memory (MiB)", Format.Mebibytes(environment.MemoryBytes)), ("Operating system", environment.OperatingSystem),
        ("Runtime", environment.Runtime), ("Garbage collector", environment.GarbageCollector),
        ("File system of the data folder", environment.FileSystem + (environment.InMemoryFileSystem ? ", in memory" : string.Empty)),
        ("Write of 4 KB and fsync (ms)", $"p50 {Format.Number(environment.FsyncP50Microseconds / 1000)}, "
            + $"p99 {Format.Number(environment.FsyncP99Microseconds / 1000)}"),
        .. environment.NoOpCeiling.OrderBy(c => c.Key)
            .Select(c => ($"No-op ceiling at {new Load(c.Key, null, false).Label} (requests/s)", Format.Number(c.Value))),
    ]);
}
