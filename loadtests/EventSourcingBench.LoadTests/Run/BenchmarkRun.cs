namespace EventSourcingBench.LoadTests.Run;

/// <summary>A run from its settings to its report: it starts servers, runs and keeps each step, writes the report, and stops all.</summary>
internal sealed class BenchmarkRun(RunSettings settings, RunProgress progress, IAnsiConsole console, TimeProvider time)
{
    private static readonly TimeSpan MostForShare = TimeSpan.FromSeconds(10);

    /// <returns>Whether every verdict is good, every threshold kept, and every store that was named ran.</returns>
    /// <exception cref="UserException">The settings or the surroundings are not right; nothing was measured.</exception>
    /// <exception cref="ResultsLostException">The results folder cannot be written any more; the table was shown.</exception>
    public async Task<bool> RunAsync(CancellationToken cancellationToken)
    {
        var preparation = RunPreparation.Make(settings, time);
        if (settings.Via == Via.Http)
            HttpLoadThreads.SetUp();

        var plugins = new CatalogOptions { ExtraPluginFolders = settings.PluginFolders };
        var engine = EngineChoice.Make(settings, plugins, time);
        if (engine.Reason is not null)
            progress.Say($"engine: {engine.Engine.Name} {engine.Engine.Version} ({engine.Reason})");

        RequireCommandSides(preparation, plugins);
        var catalog = Catalog.Stores(plugins with { Only = settings.Stores });
        using var work = RunWorkFolder.Create(settings.LazyFs?.Mount);
        var clock = preparation.Needs.HasFlag(Surroundings.Clock) ? JumpingClock.Find(work.Path) : null;
        var provisioners = Catalog.Provisioners(plugins);
        await using var servers = new ServerPool(new ServerPoolOptions
        {
            WorkFolder = work.Path,
            Mode = settings.Servers,
            OnProgress = progress.Say,
            Extra = provisioners.ForPool(),
            PluginFolders = settings.PluginFolders,
            Limits = settings.ServerLimits,
            Clock = clock,
            LinksNodes = preparation.Needs.HasFlag(Surroundings.NodeLinks),
            Cpus = preparation.Cpus?.Of(CpuPlan.Database),
            RequiresCpus = preparation.Cpus?.Given.ContainsKey(CpuPlan.Database) ?? false,
        });
        var selection = await StoreSelection.MakeAsync(catalog, settings, preparation.Nodes.Count > 0, servers);
        RequireServersOfTheirOwn(preparation, selection);
        StoreOpener.CheckOptions(selection.Chosen, settings.StoreOptions);

        if (preparation.Cpus is { } cpus)
            CpuAffinity.PinThisProcess(cpus.Of(CpuPlan.Client));

        if (settings.HasGenerators)
            progress.Say("starting generators");

        await using ILoadMaker maker = settings.HasGenerators
            ? await GeneratorFleet.StartAsync(
                settings.Generators ?? 0, settings.GeneratorHosts, settings.Wait, preparation.Bars, time, cancellationToken)
            : new EngineLoad(engine.Engine);
        using var results = ResultsFolder.Create(settings.Output, preparation.Name, time);
        var folder = results.Path;
        var revision = await SourceRevision.FindAsync(AppContext.BaseDirectory, cancellationToken);
        var record = preparation.ToRecord(settings, Path.GetFileName(folder), time.GetUtcNow(), engine, maker.Generators, revision);
        var data = RunData.Prepare(work.Path, settings.Keep ? Path.Combine(folder, "data") : null, time) with { Clock = clock };
        var environment = data.Embedded.Environment;
        Warn(environment.Warnings);
        Warn(maker.Warnings);
        await using var targets = new StoreTargets(selection, servers, settings, preparation, data, progress);
        await targets.OpenAsync(cancellationToken);
        var plan = StepPlan.Create(
            preparation.Workloads, targets.NamesFor, preparation.Seed, settings.Together,
            store => targets.Records.First(r => r.Name == store).Durability);
        record = record with { Stores = Subjects(plan, targets), Unavailable = targets.Unavailable };
        var (noOpCeiling, aroundLoad) = await WarmUpAsync(preparation, engine, maker, targets, cancellationToken);
        plan = aroundLoad > plan.AroundLoad ? plan with { AroundLoad = aroundLoad } : plan;
        environment = environment with { NoOpCeiling = noOpCeiling };
        await ResultsLostException.GuardAsync(folder, () => RunFolder.WriteRun(folder, record, environment));

        var tools = new RunTools(maker, preparation.Bars, progress, environment.NoOpCeiling, time)
        {
            Stores = targets.Records,
            ResultsFolder = folder,
            Price = settings.Price,
            VerifyReads = settings.VerifyReads,
            VerifyAfterKill = settings.VerifyAfterKill,
            HistoryFolder = settings.KeepHistory ? Path.Combine(folder, "history") : null,
        };
        var steps = new List<StepRecord>();
        var steal = CpuWatch.Start();
        progress.RunStarts(plan);
        var blocks = new BlockRunner(
            plan, group => RunGroupAsync(group, targets, tools, steps, cancellationToken),
            suite => FirstPlaces.Undecided(new RunFolder(folder, record.WithTiersOf(steps), environment, steps), suite.Name),
            progress, time);
        try
        {
            await blocks.RunAsync(cancellationToken);
        }
        finally
        {
            // Also when the folder is lost: what was measured is at least seen.
            steps.Sort((one, other) => one.Number.CompareTo(other.Number));
            RunSummary.Write(console, record.WithTiersOf(steps), steps);
        }

        // With --together the others are the stores of the run.
        var watched = steps.Count == 0 ? environment
            : settings.Together ? steal.AddTo(environment) : steal.AddTo(environment).AddForeignLoad(steps);
        Warn(watched.Warnings.Except(environment.Warnings));
        record = record with
        {
            EndedAt = time.GetUtcNow(),
            Interrupted = cancellationToken.IsCancellationRequested,
            Undecided = blocks.Undecided,
        };
        await ReportAsync(new RunFolder(folder, record, watched, steps));
        var namedIsMissing = settings.Stores is not null && targets.Unavailable.Count > 0;
        return steps.Count > 0 && steps.All(s => s.Verdict.Passed && s.Thresholds?.Any(t => !t.IsKept) != true) && !namedIsMissing;
    }

    private void Warn(IEnumerable<string> warnings) => warnings.ToList().ForEach(w => progress.Say($"Warning: {w}"));

    // A fault of one store's server, or of the machine, would hit the others in the middle of their steps.
    private void RequireServersOfTheirOwn(RunPreparation preparation, StoreSelection selection)
    {
        if (settings.Together && selection.Chosen.Count > 1 && preparation.Workloads.Any(w => FaultParameters.HitMachine(w.Workload)))
        {
            throw new UserException(
                "The faults disk-full, slow-disk and clock-jump hit all stores of a run: leave out --together, or name one store "
                + "(--stores).");
        }

        if (settings.Together && preparation.Workloads.Any(w => FaultParameters.HitServers(w.Workload))
            && selection.Chosen.Where(e => e.Server is not null).GroupBy(e => e.Server).FirstOrDefault(g => g.Count() > 1) is { } shared)
        {
            throw new UserException(
                $"{string.Join(" and ", shared.Select(e => e.Name))} share a {shared.Key} server, and a fault of one would hit the others: "
                + "leave out --together, or name one of them (--stores).");
        }
    }

    // They were named: a run without them would answer another question.
    private static void RequireCommandSides(RunPreparation preparation, CatalogOptions options)
    {
        var named = preparation.Workloads.SelectMany(w => w.Workload.Get(ReservationParameters.CommandHandling))
            .Where(n => ReservationStrategies.Find(n) is { IsPlugin: true });
        if (named.Select(n => CommandSideHost.Find(n, options)).FirstOrDefault(s => s.Unavailable is not null) is { } side)
            throw new UserException($"--command-handling {side.Name} cannot run here. {side.Unavailable}");
    }

    // A store that is compared in several ways of use is reported once for each.
    private static List<StoreRecord> Subjects(StepPlan plan, StoreTargets targets) =>
    [
        .. from record in targets.Records
           from step in plan.Steps.Where(s => s.Store == record.Name).DistinctBy(s => s.Subject).Cast<Step?>().DefaultIfEmpty()
           select step is null || step.Subject == record.Name ? record : record with
           {
               Name = step.Subject,
               UseOf = record.Name,
               ProfileOf = record.ProfileOf is { } store ? store + (step.RepeatOf ?? step.Subject)[record.Name.Length..] : null,
               RepeatOf = step.RepeatOf,
           },
    ];

    // What fails here fails again in the first step, whose record says so. How much longer than its load the longest warm-up took says
    // what to expect of the steps: engines and stores differ by seconds.
    private async Task<(IReadOnlyDictionary<int, double> Ceiling, TimeSpan AroundLoad)> WarmUpAsync(
        RunPreparation preparation, EngineChoice engine, ILoadMaker maker, StoreTargets targets, CancellationToken cancellationToken)
    {
        IReadOnlyDictionary<int, double> ceiling = new Dictionary<int, double>();
        var aroundLoad = new ConcurrentBag<TimeSpan>();
        // What a step does beside its load is warmed up too, but nothing is verified.
        var tools = new RunTools(maker, preparation.Bars, progress, ceiling, time) { VerifyReads = settings.VerifyReads };
        try
        {
            // A workload without warm-up asks for none at all.
            var warming = preparation.Workloads.Where(w => w.Workload.Get(LoadParameters.WarmUp) > TimeSpan.Zero).ToList();
            var stores = warming.SelectMany(w => targets.NamesFor(w.Suite).Select(n => (Name: n, w.Suite, w.Workload)))
                .DistinctBy(s => s.Name).ToList();
            var isBuiltIn = engine.Engine is BuiltInEngine && maker is EngineLoad;
            // The first store warms up this process too. What follows is for the processes of the API.
            var alone = isBuiltIn && settings.Via == Via.Http ? 1 : stores.Count;
            foreach (var store in stores.Take(alone))
                await WarmUpStoreAsync(store.Suite, store.Workload, store.Name, isAlone: true);

            await Parallel.ForEachAsync(
                stores.Skip(alone), new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount },
                async (store, _) => await WarmUpStoreAsync(store.Suite, store.Workload, store.Name, isAlone: false));

            // It is the ceiling of the built-in engine in this process: that of another engine, or of several, is another.
            if (isBuiltIn)
                await GuardAsync(async () => ceiling = await MeasureCeilingAsync(preparation, targets, cancellationToken));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            progress.Say("ended before the first step");
        }

        return (ceiling, aroundLoad.DefaultIfEmpty().Max());

        Task WarmUpStoreAsync(Suite suite, Workload workload, string name, bool isAlone) => GuardAsync(async () =>
        {
            progress.Say($"warming up {name}");
            aroundLoad.Add(await new ProcessWarmUp(suite, workload, name, targets[name], tools, isAlone)
                .UntilSteadyAsync(cancellationToken));
            // The process that reads the data again after each step starts here, so that no step waits for it.
            if (targets[name] is { WhyNotReopened: null } store && store.Capabilities.HasFlag(StoreCapabilities.Persistent))
            {
                await store.ReopenAsync(projection: null, kill: false, cancellationToken);
                await store.EndReopenedAsync();
            }
        });

        async Task GuardAsync(Func<Task> warm)
        {
            try
            {
                await warm();
            }
            catch (Exception e) when (StoreFailureException.Is(e) || e is LoadEngineException)
            {
                progress.Say(e.Message);
            }
        }
    }

    private Task RunGroupAsync(
        IReadOnlyList<Step> steps, StoreTargets targets, RunTools tools, List<StepRecord> records, CancellationToken cancellationToken)
    {
        var group = new StepGroup(steps.Count);
        return Task.WhenAll(steps.Select(async step =>
        {
            try
            {
                await RunStepAsync(step, targets[step.Store], tools, group, records, cancellationToken);
            }
            finally
            {
                group.Leave();
            }
        }));
    }

    private async Task RunStepAsync(
        Step step, StoreUnderTest store, RunTools tools, StepGroup group, List<StepRecord> records, CancellationToken cancellationToken)
    {
        (step, var rateFrom, var failed) = await AtShareAsync(step, RunAsync);
        var searched = (Load: step.Suite.Searched, Slo: step.Workload.Get(LoadParameters.Slo));
        var record = failed ?? await new TierCheck(step, store, tools).CheckAsync(searched is { Load: { } load, Slo: { } slo }
            ? await new SloRunner(step, load, slo, RunAsync).RunAsync(cancellationToken)
            : settings.Together || step.Workload.Get(LoadParameters.Trials) == 1 ? await RunAsync(step)
            : await ForeignLoad.RepeatDisturbedAsync(() => RunAsync(step), words => tools.Progress.Say($"{step}: {words}")));
        record = record.Noting(rateFrom);
        if (step.Workload.Get(LoadParameters.Thresholds) is { Count: > 0 } thresholds)
        {
            // Of what the suite asks about, not of what runs beside it.
            var asked = record with { Operations = [.. record.Operations.Where(o => o.Operation == step.Suite.Operation)] };
            record = record with { Thresholds = [.. thresholds.Select(t => t.Check(asked))] };
        }

        lock (records)
            records.Add(record);

        await ResultsLostException.GuardAsync(tools.ResultsFolder!, () => RunFolder.WriteStep(tools.ResultsFolder!, record));
        tools.Progress.StepEnds(step, record);

        Task<StepRecord> RunAsync(Step probe) => new StepRunner(probe, store, tools, group).RunAsync(cancellationToken);
    }

    // Where a share of the rate that copies reach is asked for, they are measured first. Their step is kept only where it failed.
    private static async Task<(Step Step, string? RateFrom, StepRecord? Failed)> AtShareAsync(
        Step step, Func<Step, Task<StepRecord>> runAsync)
    {
        if (step.Workload.Get(LoadParameters.Share) is not { } share)
            return (step, null, null);

        var duration = TimeSpan.FromTicks(Math.Min(MostForShare.Ticks, step.Workload.Get(LoadParameters.Duration).Ticks));
        var highest = await runAsync(step with
        {
            Workload = step.Workload.With(
                [
                    new(LoadParameters.Duration, DurationText.Of(duration)), new(LoadParameters.Ramp, "false"),
                    new(FaultParameters.Faults, Named.Nothing), new(LoadParameters.KillNodeAt, "24h"),
                    new(SubscriptionParameters.During, Named.Nothing), new(SubscriptionParameters.Idle, "0"),
                ]),
            Probe = 1,
        });
        if (!highest.Verdict.Passed || highest.Interrupted)
            return (step, null, highest);

        var rate = Math.Clamp(Math.Round(share * highest.Throughput), 1, LoadParameters.MaxRate);
        var from = FormattableString.Invariant(
            $"{step.Subject}: {rate}/s are {share:0%} of the {highest.Throughput:N0}/s that {step.Load} reached before.");
        return (step with { Copies = null, Rate = rate }, from, null);
    }

    private async Task<IReadOnlyDictionary<int, double>> MeasureCeilingAsync(
        RunPreparation preparation, StoreTargets targets, CancellationToken cancellationToken)
    {
        var copies = preparation.Workloads.SelectMany(w => w.Workload.Get(LoadParameters.Copies)).ToList();
        var api = targets.Names.Select(n => targets[n].NodeGroup?.Addresses[0]).FirstOrDefault(a => a is not null);
        if (!settings.MeasureCeiling || api is null || copies.Count == 0)
            return new Dictionary<int, double>();

        progress.Say("measuring the generator's own ceiling");
        var body = JsonSerializer.SerializeToUtf8Bytes(
            AppendLoad.Command(preparation.Bars.Next(0), time.GetUtcNow()), ApiJson.Default.AddCurrencyInfo);
        var step = preparation.Workloads.Max(w => w.Workload.Get(LoadParameters.Duration));
        return await NoOpCeiling.MeasureAsync(api, copies, body, step, time, cancellationToken);
    }

    private async Task ReportAsync(RunFolder run)
    {
        await ResultsLostException.GuardAsync(run.Path, () => RunFolder.WriteRun(run.Path, run.Run, run.Environment));
        // Read back: what was written is without passwords, and it is what every later report is drawn from.
        var report = "";
        await ResultsLostException.GuardAsync(run.Path, async () =>
            report = (await ReportWriter.WriteAsync(ReportSources.Read([run.Path]), run.Path, CancellationToken.None)).Html);
        console.WriteLine(report);
    }
}
