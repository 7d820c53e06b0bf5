namespace EventSourcingBench.Benchmarks.Cli;

internal static class BenchmarkCommand
{
    private const string Description = """
        Microbenchmarks of event stores: loading, reading and writing streams by event count and event size.

        What is not an option below goes to BenchmarkDotNet (https://benchmarkdotnet.org/articles/guides/console-args.html).
        """;

    // How long a run has to remove its data after Ctrl-C.
    private static readonly TimeSpan Termination = TimeSpan.FromSeconds(2);

    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    public static async Task<int> RunAsync(string[] args)
    {
        var options = new RunOptions();
        var root = new RootCommand(Description) { ListCommand.Create(), Compare() };
        options.AddTo(root);
        root.SetAction(async (result, cancellation) =>
            await new BenchmarkRun(options.Read(result), Console.Error.WriteLine).RunAsync(cancellation)
                ? ExitCodes.Success : ExitCodes.Failure);
        var result = root.Parse(args);
        try
        {
            return await CommandRunner.RunAsync(result, Complaints(result), Termination);
        }
        catch (StoreUnavailableException e)
        {
            await Console.Error.WriteLineAsync(e.Message);
            return ExitCodes.Failure;
        }
    }

    // Without it BenchmarkDotNet would run everything.
    private static Command Compare()
    {
        var command = new Command("compare", "Moved: 'compare' of the load suites' command compares microbenchmarks as well")
        {
            new Argument<string[]>("RUNS"),
        };
        command.SetAction((Func<ParseResult, int>)(_ => throw new UserException(command.Description!)));
        return command;
    }

    // Only a run passes unknown arguments on to BenchmarkDotNet.
    private static IEnumerable<string> Complaints(ParseResult result) =>
        result.Errors.Count > 0 ? result.Errors.Select(e => e.Message).Append("--help explains them.")
        : result.UnmatchedTokens is [var unknown, ..] && result.CommandResult.Command is not RootCommand
            ? [CommandRunner.Unknown(result.CommandResult.Command, unknown)] : [];
}
