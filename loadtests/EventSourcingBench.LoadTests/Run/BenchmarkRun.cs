using EventSourcingBench.Hosting;
using EventSourcingBench.Measurement;
using EventSourcingBench.Reporting;
using Spectre.Console;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// A run from its settings to its report: what can run is found, servers are started, every step is run and kept as it
/// ends, the report is written, everything that was started is stopped.
/// </summary>
internal sealed class BenchmarkRun(RunSettings settings, RunProgress progress, TimeProvider time)
{
    public async Task<RunOutcome> RunAsync(CancellationToken cancellationToken)
    {
        var startedAt = time.GetUtcNow();
        var preparation = RunPreparation.Make(settings, time);
        var folder = ResultsFolder.Create(settings.Output, preparation.Name, time);
        var catalog = await StoreCatalog.LoadAsync(
            new CatalogOptions { OnProgress = progress.Say, ExtraPluginFolders = settings.PluginFolders, Only = settings.Stores },
            cancellationToken);
        await using var servers = new ServerPool(new ServerPoolOptions { Mode = settings.Servers, OnProgress = progress.Say });
        var selection = await StoreSelection.MakeAsync(catalog, settings.Stores, servers);
        StoreOpener.CheckOptions(selection.Chosen, settings.StoreOptions);

        var dataFolder = settings.Keep ? Path.Combine(folder, "data") : servers.WorkFolder;
        Directory.CreateDirectory(dataFolder);
        var environment = await EnvironmentProbe.RunAsync(dataFolder, cancellationToken);
        await using var targets = await StoreTargets.OpenAsync(selection, servers, settings, dataFolder, progress, cancellationToken);
        environment = environment with { NoOpCeiling = await MeasureCeilingAsync(preparation, targets, cancellationToken) };

        var tools = new RunTools(preparation.Engine, preparation.Bars, progress, environment.NoOpCeiling, time);
        var steps = await new StepSequence(preparation, targets, tools, folder).RunAsync(cancellationToken);
        var run = preparation.ToRecord(settings, Path.GetFileName(folder), startedAt, time.GetUtcNow()) with
        {
            Stores = targets.Records,
            Unavailable = targets.Unavailable,
            Interrupted = cancellationToken.IsCancellationRequested,
        };
        await ReportAsync(folder, run, environment, steps);
        var good = steps.All(s => s.Verdict.Passed) && !selection.NamedIsMissing && targets.AllOpened && steps.Count > 0;
        return new RunOutcome(good ? ExitCode.Success : ExitCode.Failure, folder);
    }
}
