namespace EventSourcingBench.LoadTests.Cli;

internal static class RunCommand
{
    public static Command Create(Suite suite) => Prepare(new Command(suite.Name, suite.Summary), suite);

    public static T Prepare<T>(T command, Suite? suite)
        where T : Command
    {
        RunSettings.OptionsOf(suite).ToList().ForEach(command.Options.Add);
        command.SetAction((result, _) => RunAsync(new RunSettings(suite, result)));
        return command;
    }

    private static async Task<int> RunAsync(RunSettings settings)
    {
        using var interruption = new Interruption();
        var progress = RunProgress.ForConsole(TimeProvider.System);
        try
        {
            var isGood = await new BenchmarkRun(settings, progress, Terminal.Create(), TimeProvider.System).RunAsync(interruption.Token);
            return interruption.Happened ? ExitCodes.Interrupted : isGood ? ExitCodes.Success : ExitCodes.Failure;
        }
        catch (OperationCanceledException) when (interruption.Happened)
        {
            await Console.Error.WriteLineAsync("Interrupted before anything was measured.");
            return ExitCodes.Interrupted;
        }
        catch (ResultsLostException e)
        {
            await Console.Error.WriteLineAsync(e.Message);
            return interruption.Happened ? ExitCodes.Interrupted : ExitCodes.Failure;
        }
    }
}
