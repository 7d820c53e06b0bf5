using System.CommandLine.Parsing;

namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>The command in the process of the tests, which saves its start.</summary>
internal static class Command
{
    // A run that hangs. A busy machine takes its time.
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(8);

    static Command()
    {
        // The tests name the server that is used, not the environment that they run in.
        Environment.SetEnvironmentVariable(EnvironmentProvisioner.Variable("postgres"), null);
        // Runs beside each other share the thread pool: none waits until it grows for those of another that block.
        ThreadPool.SetMinThreads(32, 32);
    }

    /// <summary>Runs the command to its end.</summary>
    public static Task<Ended> RunAsync(string arguments) => RunAsync(Split(arguments));

    public static async Task<Ended> RunAsync(string[] arguments)
    {
        var (exitCode, output, errors) = await RoutedConsole.RunAsync(() => Commands.RunAsync(arguments)).WaitAsync(Limit);
        return new Ended(exitCode, output, errors);
    }

    /// <summary>The arguments of a line, as a shell has them: quotes hold blanks together.</summary>
    public static string[] Split(string arguments) => [.. CommandLineParser.SplitCommandLine(arguments)];
}

/// <summary>How a command ended.</summary>
internal sealed record Ended(int ExitCode, string Output, string Errors)
{
    /// <summary>Checks the exit code; the output is shown where it differs.</summary>
    public Ended ShouldExitWith(int exitCode)
    {
        ExitCode.ShouldBe(exitCode, $"{Output}\n{Errors}");
        return this;
    }

    /// <summary>A mistake of the user: exit code 2 and one plain message, no stack trace.</summary>
    public Ended ShouldComplain(params string[] words)
    {
        ShouldExitWith(2);
        foreach (var word in words)
            Errors.ShouldContain(word);

        Errors.ShouldNotContain("   at ");
        return this;
    }
}
