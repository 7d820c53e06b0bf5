using EventSourcingBench.Reporting.Publishing;
using EventSourcingBench.Reporting.Site;

namespace EventSourcingBench.LoadTests.Cli;

/// <summary>What is made of runs that are over: a report, a file of a run, a page of all such files.</summary>
internal static class PublishCommands
{
    public const string Folder = "results/published";

    public static Command Report()
    {
        var folders = new Argument<string[]>("RESULTS_FOLDER")
        {
            Description = "Results folders: of a load run (two are compared), of microbenchmarks (BenchmarkDotNet's full JSON), "
                + "or both kinds in one report; and beside them summaries of deploy/k6/esb.js (unverified).",
            Arity = ArgumentArity.OneOrMore,
        };
        var output = new Option<string?>("--output") { Description = "Where to write. Default: the (first) results folder." };
        var command = new Command("report", "Draw old runs again: two side by side, microbenchmarks beside load runs") { folders, output };
        command.SetAction(async (result, cancellation) =>
        {
            var paths = result.GetRequiredValue(folders);
            var folder = result.GetValue(output) ?? paths.FirstOrDefault(p => !File.Exists(p)) ?? ".";
            var sources = UserFiles.Read(() => Completed(ReportSources.Read(paths)));
            await UserFiles.WriteAsync(
                folder, "folder", async () => Console.WriteLine((await ReportWriter.WriteAsync(sources, folder, cancellation)).Html));
            return ExitCodes.Success;
        });
        return command;
    }

    public static Command Publish()
    {
        var folder = new Argument<string>("RESULTS_FOLDER") { Description = "The results folder of a load run." };
        var output = RunSettings.Named("--output", "Where to write ID.json.", otherwise: Folder);
        var force = new Option<bool>("--force") { Description = "Write it although the run is not fit, and keep in the file why." };
        var command = new Command("publish", "Check whether a run can be published, and write it as one file for 'site'")
        { folder, output, force };
        command.SetAction(async (result, _) => await PublishAsync(
            result.GetRequiredValue(folder), result.GetRequiredValue(output), result.GetValue(force)));
        return command;
    }

    public static Command Site()
    {
        var published = RunSettings.Named("--published", "The folder with published runs.", otherwise: Folder);
        var notes = RunSettings.Named("--notes", "The folder with the maintainers' notes, STORE.md.", otherwise: "results/notes");
        var output = RunSettings.Named("--output", "Where to write.", otherwise: "results/site");
        var command = new Command("site", "Make a static page of all published runs") { published, notes, output };
        command.SetAction(async (result, cancellation) =>
        {
            var (folder, runs) = (result.GetRequiredValue(output), result.GetRequiredValue(published));
            if (!Directory.Exists(runs))
                throw new UserException($"There is no folder {runs}: name the one with published runs by --published.");

            await UserFiles.WriteAsync(folder, "folder", async () => Console.WriteLine(
                await SiteWriter.WriteAsync(runs, result.GetRequiredValue(notes), folder, cancellation)));
            return ExitCodes.Success;
        });
        return command;
    }

    public static PublishedRun Read(string folder) => Publication.Of(ReportData.Completed(RunFolder.Read(folder)));

    private static ReportSources Completed(ReportSources read) => read with { Runs = [.. read.Runs.Select(ReportData.Completed)] };

    private static async Task<int> PublishAsync(string folder, string output, bool force)
    {
        var run = UserFiles.Read(() => Read(folder));
        foreach (var secret in Publication.SecretsIn(run))
            throw new UserException($"This looks like a password: {secret}\nTake it out of the run's files and publish again.");

        foreach (var reason in run.Forced)
            await Console.Error.WriteLineAsync(reason);

        if (run.Forced.Count > 0 && !force)
        {
            await Console.Error.WriteLineAsync("Nothing was written. --force publishes the run with these reasons.");
            return ExitCodes.Failure;
        }

        await UserFiles.WriteAsync(output, "folder", () => Console.Out.WriteLineAsync(PublishedRunFile.Write(output, run)));
        return ExitCodes.Success;
    }
}
