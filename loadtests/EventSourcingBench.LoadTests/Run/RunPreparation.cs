namespace EventSourcingBench.LoadTests.Run;

/// <summary>What follows from the settings alone, checked before anything is built, started or written.</summary>
internal sealed record RunPreparation(
    string Name, IReadOnlyList<(Suite Suite, Workload Workload)> Workloads, BarSource Bars, int Seed, CpuPlan? Cpus)
{
    public IReadOnlyList<int> Nodes { get; } = [.. Workloads.SelectMany(w => w.Workload.Get(LoadParameters.Nodes)).Distinct()];

    /// <summary>How many processes of the API are asked for; null: one, as always. Several cannot share an embedded store.</summary>
    public IReadOnlyList<int?> ApiNodes { get; } =
        [.. Workloads.SelectMany(w => w.Workload.Get(LoadParameters.ApiNodes)).Distinct().Cast<int?>().DefaultIfEmpty()];

    /// <summary>What must be around the stores for any of the workloads.</summary>
    public Surroundings Needs { get; } =
        Workloads.Aggregate(Surroundings.None, (needs, w) => needs | FaultParameters.NeedsOf(w.Workload));

    /// <summary>The networks between stores and their servers that are asked for; null: the connections are not relayed.</summary>
    public IReadOnlyList<NetworkConditions?> Networks { get; } = NetworksOf([.. Workloads.Select(w => w.Workload)]);

    public static RunPreparation Make(RunSettings settings, TimeProvider time)
    {
        Refuse(RunRules.Contradictions(settings));
        var workloads = settings.Suites.Select(suite => (Suite: suite, Workload: ReadWorkload(settings, suite))).ToList();
        Refuse(workloads.SelectMany(w => RunRules.Contradictions(settings, w.Suite, w.Workload)));
        var cpus = settings.Cpus is { } given ? CpuPlan.Make(given) : null;
        Refuse(cpus is null ? [] : RunRules.Contradictions(settings, cpus));

        // Any seed is as good as another; the clock's is only there to differ from run to run.
        var seed = settings.Seed ?? (int)(time.GetUtcNow().Ticks % int.MaxValue);
        return new RunPreparation(
            settings.Suites is [var only] ? only.Name : settings.Profile, workloads,
            settings.DataFile is { } bars ? BarSource.FromFile(bars) : BarSource.Synthetic(seed), seed, cpus);
    }

    public RunRecord ToRecord(
        RunSettings settings, string id, DateTimeOffset startedAt, EngineChoice engine, IReadOnlyList<string> generators,
        string? revision) => new(
        id,
        // What was typed, and the seed where it was not: so that the same order and the same data come again.
        settings.Seed is null ? $"{settings.Arguments} --seed {Seed}".Trim() : settings.Arguments,
        settings.Overrides.Count == 0 && settings.WorkloadFile is null ? settings.Profile : "custom",
        Seed, StartedAt: startedAt, EndedAt: startedAt,
        typeof(RunPreparation).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion,
        $"{engine.Engine.Name} {engine.Engine.Version}", settings.Via, Bars.Name, revision, engine.Reason, settings.Together)
        {
            Generators = generators,
            Cpus = Cpus?.ToRecord() ?? [],
            Workloads = Workloads.ToDictionary(
                w => w.Suite.Name, w => w.Workload.ToRecord() with { Report = ReportData.Of(w.Suite.Name) }, StringComparer.Ordinal),
            Stores = [],
        };

    // Until something is decided takes more trials than the product's own profiles have, or a file that names none.
    private static Workload ReadWorkload(RunSettings settings, Suite suite)
    {
        var read = settings.WorkloadFile is { } file ? WorkloadFile.Read(file, suite.Name, settings.GivenProfile)
            : WorkloadFile.Load(suite.Name, settings.Profile);
        var workload = read.With(settings.Overrides);
        return settings.Overrides.Any(o => o.Parameter == LoadParameters.Trials)
            || (settings.WorkloadFile is not null && read.IsGiven(LoadParameters.Trials))
            ? workload : LoadParameters.WithTrialsToDecide(workload);
    }

    private static IReadOnlyList<NetworkConditions?> NetworksOf(IReadOnlyList<Workload> workloads)
    {
        var delays = workloads.SelectMany(w => w.Get(LoadParameters.NetworkDelays)).Distinct().Select(d => d.OneWay).ToList();
        var bandwidth = workloads.Select(w => w.Get(LoadParameters.NetworkBandwidth)).FirstOrDefault(b => b is not null);
        return delays.Count == 0 && bandwidth is null ? [null]
            : [.. delays.DefaultIfEmpty(TimeSpan.Zero).Select(d => d is { } delay ? new NetworkConditions(delay, bandwidth) : null)];
    }

    private static void Refuse(IEnumerable<string?> contradictions)
    {
        if (contradictions.FirstOrDefault(c => c is not null) is { } contradiction)
            throw new UserException(contradiction);
    }
}

/// <summary>What cannot work, known before anything is started. Each rule gives its contradiction, or null.</summary>
internal static class RunRules
{
    private const int MostGenerators = 64;

    public static IEnumerable<string?> Contradictions(RunSettings settings)
    {
        yield return settings.Via is not (Via.Http or Via.Direct)
            ? $"'{settings.Via}' is no way to reach a store. --via takes {Via.Http} or {Via.Direct}."
            : null;
        yield return settings.Via != Via.Direct && settings.Suites.FirstOrDefault(s => s.OnlyDirect) is { } direct
            ? $"The suite {direct.Name} reaches stores by their client in this process only: leave out --via, or say --via {Via.Direct}."
            : null;
        yield return settings.Generators is < 1 or > MostGenerators
            ? $"--generators {settings.Generators} is not valid: give 1 to {MostGenerators}." : null;
        if (settings.ApiAddress is { } api)
            GeneratorAddress.ParseApi(api);

        foreach (var contradiction in settings.HasGenerators ? OfGenerators(settings) : [])
            yield return contradiction;

        foreach (var address in settings.ApiHosts.Values)
            GeneratorAddress.Parse(address);

        yield return settings.ApiHosts.Count > 0 && settings.Via == Via.Direct
            ? $"--api-hosts are processes of the API, which --via {Via.Direct} does without: leave out one of them." : null;
        yield return settings is { ApiAddress: not null, Via: Via.Direct }
            ? $"--api-address is where the API listens, which --via {Via.Direct} does without: leave out one of them." : null;
        yield return settings is { ApiHosts.Count: 0, GeneratorHosts.Count: 0 } && settings.Wait > TimeSpan.Zero
            ? "--wait is for generators and APIs elsewhere: name them with --generator-hosts or --api-hosts, or leave it out." : null;
        yield return settings is { ApiHosts.Count: > 0, StoreOptions.Count: > 0 }
            ? "--store-option does not reach an API that was started elsewhere (--api-hosts): give it to that one." : null;

        yield return settings is { VerifyAfterKill: true, Together: true }
            ? "--verify-after-kill kills servers, which stores that are loaded at the same time share: leave out --together." : null;
        yield return settings is { LazyFs: not null, Keep: true }
            ? "--keep puts data in the results folder, --lazyfs on its mount: leave out one of them." : null;
        yield return settings.LazyFs is not null && settings.Stores is not [_]
            ? "A power cut makes --lazyfs forget files of all stores of a run, also of those that run on: name one store (--stores)."
            : null;
        yield return settings.LazyFs is { IsMounted: false } lazyFs
            ? $"No file system is mounted at {lazyFs.Mount}: start LazyFS there, and wait until 'mount' lists it." : null;
        yield return settings.WorkloadFile is not null && settings.Suites.Count > 1
            ? "--workload is for one suite: name the suite before it, such as 'append --workload FILE'." : null;
    }

    public static IEnumerable<string?> Contradictions(RunSettings settings, Suite suite, Workload workload)
    {
        yield return suite.Check(workload) is { } contradiction ? $"{suite.Name}: {contradiction}" : null;
        yield return settings.Together && workload.Get(LoadParameters.Slo) is not null
            ? "--slo searches the rate of each store, and with --together each would search beside the others' changing loads: leave out "
                + "one of them." : null;
        yield return settings.Via == Via.Direct && workload.Get(LoadParameters.ApiNodes).Any(n => n > 1)
            ? $"{LoadParameters.ApiNodes.Option} are processes of the API, which --via {Via.Direct} does without: leave out one of them."
            : null;
        yield return workload.Get(LoadParameters.NetworkBandwidth) is not null
            && workload.Get(LoadParameters.NetworkDelays) is { Count: > 0 } delays && delays.All(d => d.OneWay is null)
            ? $"{LoadParameters.NetworkBandwidth.Option} limits relayed connections, and {LoadParameters.NetworkDelays.Option} none has "
                + "none: give it a delay of 0, or leave one of them out." : null;
        yield return settings.ApiHosts.Count > 0 && (suite.RestartsApi(workload) || workload.Get(LoadParameters.ApiNodes).Any(n => n > 1)
            || workload.Get(LoadParameters.NetworkDelays).Count > 0 || workload.Get(LoadParameters.NetworkBandwidth) is not null
            || workload.Get(ReservationParameters.PassivateAfter) != new ReservationOptions().IdleTime
            || workload.Get(ReservationParameters.MaxActiveShows) != new ReservationOptions().MaxActive)
            ? $"{suite.Name} starts the API itself with these parameters, and that of --api-hosts was started elsewhere: leave out one of "
                + "them." : null;
    }

    public static IEnumerable<string?> Contradictions(RunSettings settings, CpuPlan plan)
    {
        yield return settings.Via == Via.Direct && plan.Given.ContainsKey(CpuPlan.Nodes)
            ? $"--cpus names {CpuPlan.Nodes}, the processes of the API, which --via {Via.Direct} does without: leave that part out."
            : null;
        yield return settings.ApiHosts.Count > 0 && plan.Given.ContainsKey(CpuPlan.Nodes)
            ? $"--cpus names {CpuPlan.Nodes}, and an API that was started elsewhere (--api-hosts) is not pinned from here: leave that part "
                + "out, and start it by taskset."
            : null;
        yield return settings.GeneratorHosts.Count > 0 && plan.Given.ContainsKey(CpuPlan.Client)
            ? $"--cpus names {CpuPlan.Client}, and generators on other hosts are not pinned from here: leave that part out, and start "
                + "them by taskset."
            : null;
    }

    private static IEnumerable<string?> OfGenerators(RunSettings settings)
    {
        yield return settings.Via == Via.Direct
            ? "--via direct opens the store in the generator's own process, which several generators cannot share. Give --via http, or "
                + "leave out --generators."
            : null;
        var suites = string.Join(", ", SuiteCatalog.All.Where(s => s.TakesGenerators).Select(s => s.Name));
        yield return settings.Suites.FirstOrDefault(s => !s.TakesGenerators) is { } other
            ? $"Several generators make loads for a time through the API ({suites}), and {other.Name} is no such suite. "
                + "Leave out --generators and --generator-hosts."
            : null;
        var addresses = GeneratorAddress.ParseAll(settings.GeneratorHosts).ToList();
        yield return addresses.GroupBy(a => a.Authority, StringComparer.Ordinal).FirstOrDefault(g => g.Count() > 1) is { } twice
            ? $"--generator-hosts names {twice.Key} twice." : null;
        addresses.ForEach(a => GeneratorToken.RequireFor(a.Host, GeneratorToken.Find()));
        yield return settings is { ApiAddress: null, ApiHosts.Count: 0 } && addresses.Find(a => !a.IsLoopback) is { } elsewhere
            ? $"The generator {elsewhere.Authority} must reach the API of the stores: give --api-address with an address of this host "
                + "that it reaches. The API has no password and can be reset by anyone who reaches it: use a private network."
            : null;
    }
}

internal static class SourceRevision
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    /// <summary>The commit, with <c>-dirty</c> behind it where files were changed; null without git or outside a checkout.</summary>
    public static async Task<string?> FindAsync(string folder, CancellationToken cancellationToken)
    {
        string[] arguments = ["-C", folder, "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"];
        var git = await ChildCommand.RunAsync(new ProcessStartInfo("git", arguments), Limit, cancellationToken);
        return git is { ExitCode: 0, Output: [var revision, ..] } ? revision : null;
    }
}
