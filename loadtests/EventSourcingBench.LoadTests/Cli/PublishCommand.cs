using EventSourcingBench.Measurement.Published;
using EventSourcingBench.Reporting.Publishing;

namespace EventSourcingBench.LoadTests.Cli;

internal static class PublishCommand
{
    public const string Folder = "results/published";

    public static Command Create()
    {
        var folder = new Argument<string>("RESULTS_FOLDER") { Description = "The results folder of a load run." };
        var output = new Option<string>("--output") { Description = "Where to write ID.json.", DefaultValueFactory = _ => Folder };
        var force = new Option<bool>("--force") { Description = "Write it although the run is not fit, and keep in the file why." };
        var command = new Command("publish", "Check whether a run can be published, and write it as one file for 'site'")
        {
            folder, output, force,
        };
        command.SetAction(result => Publish(
            result.GetRequiredValue(folder), result.GetRequiredValue(output), result.GetValue(force)));
        return command;
    }

    private static int Publish(string folder, string output, bool force)
    {
        var run = Read(folder);
        foreach (var secret in Publication.SecretsIn(run))
            throw new UserException($"This looks like a password: {secret}\nTake it out of the run's files and publish again.");

        foreach (var reason in run.Forced)
            Console.Error.WriteLine(reason);

        if (run.Forced.Count > 0 && !force)
        {
            Console.Error.WriteLine("Nothing was written. --force publishes the run with these reasons.");
            return ExitCodes.Failure;
        }

        try
        {
            Console.WriteLine(PublishedRunFile.Write(output, run));
            return ExitCodes.Success;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserException($"{output} cannot be written: {e.Message} Name another folder with --output.", e);
        }
    }

    private static PublishedRun Read(string folder)
    {
        try
        {
            return Publication.Of(ReportData.Completed(RunFolder.Read(folder)));
        }
        catch (FormatException e)
        {
            throw new UserException(e.Message);
        }
    }
}
