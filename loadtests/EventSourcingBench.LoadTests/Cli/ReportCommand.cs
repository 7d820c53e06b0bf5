using System.CommandLine;
using EventSourcingBench.Hosting;
using EventSourcingBench.Measurement;
using EventSourcingBench.Reporting;

namespace EventSourcingBench.LoadTests;

/// <summary>Draws runs again: one folder as it was, two side by side.</summary>
internal static class ReportCommand
{
    public static Command Create()
    {
        var folders = new Argument<string[]>("RESULTS_FOLDER")
        {
            Description = "One results folder, or two to compare.",
            Arity = new ArgumentArity(1, 2),
        };
        var output = new Option<string?>("--output") { Description = "Where to write. Default: the (first) results folder." };
        var command = new Command("report", "Draw an old run again; two folders side by side") { folders, output };
        command.SetAction(async (result, cancellation) =>
        {
            var paths = result.GetRequiredValue(folders);
            var runs = paths.Select(Read).ToList();
            var written = await WriteAsync(runs, result.GetValue(output) ?? paths[0], cancellation);
            Console.WriteLine(written.Html);
            return ExitCode.Success;
        });
        return command;
    }

    private static async Task<ReportFiles> WriteAsync(List<RunFolder> runs, string folder, CancellationToken cancellationToken)
    {
        try
        {
            return await ReportWriter.WriteAsync(runs, folder, cancellationToken);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserException($"{folder} cannot be written: {e.Message} Name another folder with --output.", e);
        }
    }

    private static RunFolder Read(string path)
    {
        try
        {
            return RunFolder.Read(path);
        }
        catch (FormatException e)
        {
            throw new UserException(e.Message);
        }
    }
}
