namespace EventSourcingBench.LoadTests.Cli;

internal static class ReportCommand
{
    public static Command Create()
    {
        var folders = new Argument<string[]>("RESULTS_FOLDER")
        {
            Description = "Results folders: of a load run (two are compared), of microbenchmarks (BenchmarkDotNet's full JSON), "
                + "or both kinds in one report.",
            Arity = ArgumentArity.OneOrMore,
        };
        var output = new Option<string?>("--output") { Description = "Where to write. Default: the (first) results folder." };
        var command = new Command("report", "Draw old runs again: two side by side, microbenchmarks beside load runs") { folders, output };
        command.SetAction(async (result, cancellation) =>
        {
            var paths = result.GetRequiredValue(folders);
            var written = await WriteAsync(Read(paths), result.GetValue(output) ?? paths[0], cancellation);
            Console.WriteLine(written.Html);
            return ExitCodes.Success;
        });
        return command;
    }

    private static async Task<ReportFiles> WriteAsync(ReportSources sources, string folder, CancellationToken cancellationToken)
    {
        try
        {
            return await ReportWriter.WriteAsync(sources, folder, cancellationToken);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserException($"{folder} cannot be written: {e.Message} Name another folder with --output.", e);
        }
    }

    private static ReportSources Read(string[] paths)
    {
        try
        {
            var sources = ReportSources.Read(paths);
            return sources with { Runs = [.. sources.Runs.Select(ReportData.Completed)] };
        }
        catch (FormatException e)
        {
            throw new UserException(e.Message);
        }
    }
}
