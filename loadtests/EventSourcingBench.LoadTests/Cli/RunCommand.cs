using System.Runtime.InteropServices;

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

/// <summary>Ctrl-C and SIGTERM. The first one ends the step, which is verified and reported; the second one ends the process.</summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly PosixSignalRegistration[] _registrations;

    public Interruption() => _registrations =
    [
        PosixSignalRegistration.Create(PosixSignal.SIGINT, OnSignal),
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, OnSignal),
    ];

    public CancellationToken Token => _source.Token;

    public bool Happened => _source.IsCancellationRequested;

    public void Dispose()
    {
        Array.ForEach(_registrations, r => r.Dispose());
        _source.Dispose();
    }

    private void OnSignal(PosixSignalContext context)
    {
        context.Cancel = !Happened;
        _source.Cancel();
    }
}
