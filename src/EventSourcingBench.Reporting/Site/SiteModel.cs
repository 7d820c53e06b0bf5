namespace EventSourcingBench.Reporting.Site;

/// <summary>What the page of all published runs shows. <c>Notes</c>: the maintainers' texts by store.</summary>
public sealed record SiteModel(IReadOnlyList<PublishedRun> Runs, IReadOnlyDictionary<string, string> Notes)
{
    private static readonly double[] Percentiles = [0, 25, 50, 75, 90, 95, 99, 99.9, 100];

    // What tells loads and repetitions apart. Numbers are compared where all else is the same.
    private static readonly string[] LoadParameters = ["copies", "rates", .. ComparableRun.NoWorkload];

    /// <summary>The numbers as the page's script reads them: what many runs share stands once and is meant by its place.</summary>
    internal string Json()
    {
        var (machines, stores, suites) = (new SharedItems(), new SharedItems(), new SharedItems());
        var (metrics, texts) = (new SharedItems(), new SharedItems());
        // First those with most numbers.
        var workloads = Runs.SelectMany(r => r.Suites, (run, suite) => (Item: Workload(run, suite), suite.Cells))
            .GroupBy(w => JsonSerializer.Serialize(w.Item, RunJson.Compact), StringComparer.Ordinal)
            .OrderByDescending(same => same.Sum(w => w.Cells.Count));
        foreach (var same in workloads)
            suites.Place(same.First().Item);

        var runs = Runs.OrderByDescending(r => r.StartedAt).Select(run => new
        {
            run.Id,
            At = Format.Time(run.StartedAt),
            Facts = Facts(
                ("Commit", run.GitCommit ?? "not known"), ("EventSourcingBench", run.ToolVersion), ("Load engine", run.Engine),
                ("Via", run.Via), ("Data", run.DataSource), ("Seed", run.Seed.ToString(CultureInfo.InvariantCulture)),
                ("Operating system", run.Machine.OperatingSystem), ("Runtime", run.Machine.Runtime),
                ("fsync p50, p99", $"{Format.Duration(run.Machine.FsyncP50Microseconds / 1000)}, "
                    + Format.Duration(run.Machine.FsyncP99Microseconds / 1000))),
            run.Command,
            run.Forced,
            run.Machine.Warnings,
            Unavailable = run.Unavailable.Select(u => new[] { u.Name, u.Reason, u.Fix }),
            Machine = machines.Place(MachineName(run.Machine)),
            Stores = run.Stores.Select(s => stores.Place(Store(s))).ToList(),
            Cells = (
                from suite in run.Suites
                let place = suites.Place(Workload(run, suite))
                from cell in suite.Cells
                select Cell(cell, place)).ToList(),
        }).ToList();
        var page = new
        {
            Tiers = Tier.All.Select(t => new[] { t, Tier.Meaning(t) }),
            Percentiles,
            Machines = machines.Values,
            Stores = stores.Values,
            Suites = suites.Values,
            Metrics = metrics.Values,
            Texts = texts.Values,
            Notes,
            Runs = runs,
        };
        return JsonSerializer.Serialize(page, RunJson.Compact);

        object?[] Cell(PublishedCell cell, int suite)
        {
            var state = Verdicts.StateOf(cell.Verdict);
            return
            [
                suite, cell.Store, cell.Load, cell.Tier, (int)state, cell.Verdict.Acknowledged,
                state == VerdictState.Passed ? null : cell.Verdict.Text,
                cell.Values.Select(v => new object?[]
                {
                    metrics.Place(new { v.Name, v.Unit, v.GreaterIsBetter }), Short(v.Median), Short(v.Low), Short(v.High), v.Trials.Count,
                    v.IsLowerBound ? 1 : 0,
                }).ToList(),
                Times(cell.Response), Times(cell.Delay), cell.Notes.Select(n => texts.Place(n)).ToList(),
            ];
        }

        static IEnumerable<double?>? Times(HistogramRecord? record) => record is null ? null
            : LatencyHistogram.FromRecord(record) is var histogram
                ? Percentiles.Select(p => LatencyHistogram.IsGiven(p, histogram.Count) ? Short(histogram.Percentile(p).TotalMilliseconds)
                    : null)
                : null;
    }

    internal static string MachineName(EnvironmentRecord machine) => string.Create(
        CultureInfo.InvariantCulture,
        $"{machine.Cpu}, {machine.Cores} cores, {Math.Round(machine.MemoryBytes / (double)(1L << 30))} GiB, {machine.FileSystem}");

    private static object Workload(PublishedRun run, PublishedSuite suite) => new
    {
        suite.Name,
        suite.Question,
        run.Via,
        Engine = ComparableRun.EngineOf(run),
        run.DataSource,
        Parameters = suite.Parameters.Where(p => !LoadParameters.Contains(p.Name)).Select(p => new[] { p.Title, p.Value })
            .Concat(Facts((Format.Capital(ComparableRun.HowMadeTitle), ComparableRun.HowMade(run)))),
    };

    private static object Store(StoreRecord store) => new
    {
        store.Name,
        Kind = store.ServerOrigin == "embedded" ? "embedded" : "server",
        Version = store.ServerVersion,
        Family = store.ProfileOf ?? store.UseOf ?? store.Name,
        store.Summary,
        store.DurabilityReason,
        Facts = Facts(
            ("Server", $"{store.ServerVersion} ({store.ServerOrigin})"), ("Client", store.ClientVersion), ("Mechanism", store.Mechanism),
            ("Reads", store.Reads), ("Container", store.Container is null ? null : Format.Container(store.Container)),
            ("Profile", store.Profile)),
        Settings = store.Options.Concat(store.Settings).Select(s => new[] { s.Key, s.Value }),
    };

    private static IEnumerable<string[]> Facts(params IEnumerable<(string Name, string? Text)> facts) =>
        facts.Where(f => !string.IsNullOrEmpty(f.Text)).Select(f => new[] { f.Name, f.Text! });

    private static double? Short(double? value) => value is { } number ? Format.Rounded(number, digits: 4) : null;

    /// <summary>Things by their JSON, in the order in which they came first; equal ones stand once.</summary>
    private sealed class SharedItems() : OrderedDictionary<string, object>(StringComparer.Ordinal)
    {
        public int Place(object item)
        {
            TryAdd(JsonSerializer.Serialize(item, RunJson.Compact), item, out var place);
            return place;
        }
    }
}
