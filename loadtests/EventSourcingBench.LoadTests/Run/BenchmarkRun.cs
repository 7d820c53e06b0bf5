using System.Text.Json;
using EventSourcingBench.Api;
using EventSourcingBench.Hosting;
using EventSourcingBench.Measurement;
using EventSourcingBench.Reporting;
using Spectre.Console;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// A run from its settings to its report: what can run is found, servers are started, every step is run and kept as it
/// ends, the report is written, everything that was started is stopped.
/// </summary>
internal sealed class BenchmarkRun(RunSettings settings, RunProgress progress, IAnsiConsole console, TimeProvider time)
{
    /// <summary>Runs.</summary>
    /// <param name="cancellationToken">Ends the step in hand; what was measured is still verified and reported.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    /// <exception cref="UserException">The settings or the surroundings are not right; nothing was measured.</exception>
    /// <exception cref="OperationCanceledException">Ended before anything was measured.</exception>
    /// <exception cref="ResultsLostException">The results folder cannot be written any more; the table was shown.</exception>
    public async Task<int> RunAsync(CancellationToken cancellationToken)
    {
        var preparation = RunPreparation.Make(settings, time);
        var plugins = new CatalogOptions { OnProgress = progress.Say, ExtraPluginFolders = settings.PluginFolders };
        var engine = await EngineChoice.MakeAsync(settings, plugins, time, cancellationToken);
        if (engine.Reason is not null)
        {
            progress.Say($"engine: {engine.Engine.Name} {engine.Engine.Version} ({engine.Reason})");
        }

        await RequireCommandSidesAsync(preparation, plugins);
        var catalog = await StoreCatalog.LoadAsync(plugins with { Only = settings.Stores }, cancellationToken);
        using var work = RunWorkFolder.Create();
        var provisioners = await ProvisionerCatalog.LoadAsync(plugins, cancellationToken);
        await using var servers = new ServerPool(new ServerPoolOptions
        {
            WorkFolder = work.Path,
            Mode = settings.Servers,
            OnProgress = progress.Say,
            Extra = provisioners.Provisioners,
            Limits = settings.ServerLimits,
            Cpus = preparation.Cpus?.Of(CpuPlan.Database),
            RequiresCpus = preparation.Cpus?.Given.ContainsKey(CpuPlan.Database) ?? false,
        });
        var selection = await StoreSelection.MakeAsync(catalog, settings.Suites, settings.Stores, servers);
        StoreOpener.CheckOptions(selection.Chosen, settings.StoreOptions);

        if (preparation.Cpus is { } cpus)
        {
            // After the plug-ins: the compiler may have all of them.
            CpuAffinity.PinThisProcess(cpus.Of(CpuPlan.Client));
        }

        await using var maker = await StartLoadMakerAsync(engine, preparation.Bars, cancellationToken);
        var folder = ResultsFolder.Create(settings.Output, preparation.Name, time);
        var record = preparation.ToRecord(settings, Path.GetFileName(folder), time.GetUtcNow(), engine) with { Generators = maker.Generators };
        var data = RunData.Prepare(work.Path, settings.Keep ? Path.Combine(folder, "data") : null, time);
        var environment = data.Environment;
        await using var targets = await StoreTargets.OpenAsync(
            selection, servers, settings, preparation, data, progress, cancellationToken);
        var plan = StepPlan.Create(preparation.Workloads, targets.NamesFor, preparation.Seed, settings.Together);
        record = record with { Stores = Subjects(plan, targets), Unavailable = targets.Unavailable };
        environment = environment with { NoOpCeiling = await WarmUpAsync(preparation, engine, maker, targets, cancellationToken) };
        ResultsLostException.Guard(folder, () => RunFolder.WriteRun(folder, record, environment));

        var tools = new RunTools(maker, preparation.Bars, progress, environment.NoOpCeiling, time) { ResultsFolder = folder };
        var sequence = new StepSequence(plan, targets, tools, folder);
        var steal = StealWatch.Start();
        try
        {
            await sequence.RunAsync(cancellationToken);
        }
        finally
        {
            // Also when the folder is lost: what was measured is at least seen.
            RunSummary.Write(console, record, sequence.Records);
        }

        var steps = sequence.Records;
        record = record with { EndedAt = time.GetUtcNow(), Interrupted = cancellationToken.IsCancellationRequested };
        await ReportAsync(new RunFolder(folder, record, steal.AddTo(environment), steps));
        var namedIsMissing = settings.Stores is not null && targets.Unavailable.Count > 0;
        return steps.Count > 0 && steps.All(s => s.Verdict.Passed) && !namedIsMissing ? ExitCode.Success : ExitCode.Failure;
    }

    // They were named: a run without them would answer another question.
    private static async Task RequireCommandSidesAsync(RunPreparation preparation, CatalogOptions options)
    {
        var plugins = new CommandSidePlugins(options);
        foreach (var name in preparation.Workloads.SelectMany(w => w.Workload.Strategies).Where(n => ReservationStrategies.Find(n) is { IsPlugin: true }).Distinct())
        {
            if (await plugins.WhyNotAsync(name) is { } missing)
            {
                throw new UserException($"--command-side {name} cannot run here. {missing}");
            }
        }
    }

    // A store that is compared in several ways of use is told once for each.
    private static List<StoreRecord> Subjects(StepPlan plan, StoreTargets targets)
    {
        var steps = plan.Steps.ToLookup(s => s.Store, s => s.Subject);
        return [.. targets.Records.SelectMany(r => steps[r.Name].DefaultIfEmpty(r.Name).Distinct(StringComparer.Ordinal).Select(subject => subject == r.Name ? r : r with { Name = subject, UseOf = r.Name }))];
    }

    private async Task<ILoadMaker> StartLoadMakerAsync(EngineChoice engine, BarSource bars, CancellationToken cancellationToken)
    {
        if (!settings.HasGenerators)
        {
            return new EngineLoad(engine.Engine);
        }

        progress.Say("starting generators");
        var local = settings.Generators ?? 0;
        return await GeneratorFleet.StartAsync(local, settings.GeneratorHosts, bars, cancellationToken);
    }

    // What fails here fails again in the first step, whose record says so.
    private async Task<IReadOnlyDictionary<int, double>> WarmUpAsync(
        RunPreparation preparation, EngineChoice engine, ILoadMaker maker, StoreTargets targets, CancellationToken cancellationToken)
    {
        var ceiling = (IReadOnlyDictionary<int, double>)new Dictionary<int, double>();
        var tools = new RunTools(maker, preparation.Bars, progress, ceiling, time);
        try
        {
            // A workload without warm-up asks for none at all.
            foreach (var name in targets.Names.Where(_ => preparation.Workloads.Any(w => w.Suite.Create is not null && w.Workload.WarmUp > TimeSpan.Zero)))
            {
                progress.Say($"warming up {name}");
                var (suite, workload) = preparation.Workloads.First(w => targets.NamesFor(w.Suite).Contains(name));
                await ProcessWarmUp.RunAsync(suite, name, targets[name], tools, ProcessWarmUp.Before(workload.Duration), cancellationToken);
            }

            // It is the ceiling of the built-in engine in this process: that of another engine, or of several, is another.
            ceiling = engine.Engine is BuiltInEngine && maker is EngineLoad ? await MeasureCeilingAsync(preparation, targets, cancellationToken) : ceiling;
        }
        catch (Exception e) when (e is StoreFailureException or LoadEngineException)
        {
            progress.Say(e.Message);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            progress.Say("ended before the first step");
        }

        return ceiling;
    }

    private async Task<IReadOnlyDictionary<int, double>> MeasureCeilingAsync(
        RunPreparation preparation, StoreTargets targets, CancellationToken cancellationToken)
    {
        var copies = preparation.Workloads.SelectMany(w => w.Workload.Copies).ToList();
        var api = targets.Names.Select(n => targets[n].ApiAddress).FirstOrDefault(a => a is not null);
        if (!settings.MeasureCeiling || api is null || copies.Count == 0)
        {
            return new Dictionary<int, double>();
        }

        progress.Say("measuring the generator's own ceiling");
        var body = JsonSerializer.SerializeToUtf8Bytes(
            AppendLoad.Command(preparation.Bars.Next(0), time.GetUtcNow()), ApiJson.Default.AddCurrencyInfo);
        var step = preparation.Workloads.Max(w => w.Workload.Duration);
        return await NoOpCeiling.MeasureAsync(api, copies, body, step, time, cancellationToken);
    }

    private async Task ReportAsync(RunFolder run)
    {
        ResultsLostException.Guard(run.Path, () => RunFolder.WriteRun(run.Path, run.Run, run.Environment));
        // Read back: what was written is without passwords, and it is what every later report is drawn from.
        var report = await ResultsLostException.GuardAsync(
            run.Path, () => ReportWriter.WriteAsync([RunFolder.Read(run.Path)], run.Path, CancellationToken.None));
        console.WriteLine(report.Html);
    }
}
