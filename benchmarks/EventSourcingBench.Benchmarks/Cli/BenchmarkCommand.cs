namespace EventSourcingBench.Benchmarks.Cli;

internal static class BenchmarkCommand
{
    private const string Description = """
        Microbenchmarks of event stores: loading, reading and writing streams by event count and event size.

        What is not an option below goes to BenchmarkDotNet (https://benchmarkdotnet.org/articles/guides/console-args.html).
        """;

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
        if (result.Errors.Count > 0)
        {
            var errors = result.Errors.Select(e => e.Message).Append("--help explains them.");
            return await EndAsync(string.Join(Environment.NewLine, errors), ExitCodes.Usage);
        }

        try
        {
            RequireNothingUnmatched(result);
            return await result.InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false });
        }
        catch (Exception e) when (e is UserException or StoreUnavailableException)
        {
            return await EndAsync(e.Message, e is UserException ? ExitCodes.Usage : ExitCodes.Failure);
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
    private static void RequireNothingUnmatched(ParseResult result)
    {
        if (result.CommandResult.Command is not RootCommand && result.UnmatchedTokens is [var unknown, ..])
        {
            throw unknown.StartsWith('-')
                ? NameSuggestion.Unknown("option", unknown, result.CommandResult.Command.Options.Select(o => o.Name))
                : new UserException($"'{unknown}' is one argument too many for {result.CommandResult.Command.Name}.");
        }
    }

    private static async Task<int> EndAsync(string error, int exitCode)
    {
        await Console.Error.WriteLineAsync(error);
        return exitCode;
    }
}
