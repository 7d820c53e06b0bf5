namespace EventSourcingBench.Benchmarks.Tests;

/// <summary>The command, run in this process, and what it wrote.</summary>
internal static class Command
{
    public static Task<(int ExitCode, string Output, string Errors)> RunAsync(params string[] args) =>
        RoutedConsole.RunAsync(() => BenchmarkCommand.RunAsync(args));
}
