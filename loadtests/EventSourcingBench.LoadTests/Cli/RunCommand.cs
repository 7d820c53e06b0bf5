using System.CommandLine;
using EventSourcingBench.Cli;

namespace EventSourcingBench.LoadTests.Cli;

/// <summary>Runs suites: the command without a name, and one command for each suite.</summary>
internal static class RunCommand
{
    public static Command Create(Suite suite)
    {
        var command = new Command(suite.Name, suite.Summary);
        var options = new RunOptions(suite);
        options.AddTo(command);
        command.SetAction(async (result, _) => await RunAsync(options.Read(result)));
        return command;
    }

    public static async Task<int> RunAsync(RunSettings settings)
    {
        using var interruption = new Interruption();
        var progress = RunProgress.Create(TimeProvider.System);
        try
        {
            var exitCode = await new BenchmarkRun(settings, progress, Terminal.Create(), TimeProvider.System).RunAsync(interruption.Token);
            return interruption.Happened ? ExitCode.Interrupted : exitCode;
        }
        catch (OperationCanceledException) when (interruption.Happened)
        {
            await Console.Error.WriteLineAsync("Interrupted before anything was measured.");
            return ExitCode.Interrupted;
        }
        catch (ResultsLostException e)
        {
            await Console.Error.WriteLineAsync(e.Message);
            return interruption.Happened ? ExitCode.Interrupted : ExitCode.Failure;
        }
    }
}
