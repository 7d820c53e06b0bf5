namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>The command in the process of the tests, which saves its start.</summary>
internal static class Command
{
    // A run that hangs. A busy machine takes its time.
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(3);

    static Command()
    {
        // The tests name the server that is used, not the environment that they run in.
        Environment.SetEnvironmentVariable(EnvironmentProvisioner.Variable("postgres"), null);
        // Runs beside each other share the thread pool: none waits until it grows for those of another that block.
        ThreadPool.SetMinThreads(32, 32);
    }

    /// <summary>Runs the command to its end.</summary>
    public static async Task<Ended> RunAsync(params string[] arguments)
    {
        var (exitCode, output, errors) = await RoutedConsole.RunAsync(() => Commands.RunAsync(arguments)).WaitAsync(Limit);
        return new Ended(exitCode, output, errors);
    }
}
