using System.CommandLine;

namespace EventSourcingBench.Benchmarks.Cli;

/// <summary>The command-line entry point.</summary>
internal static class BenchmarkCommand
{
    private const string Description = """
        Microbenchmarks of event stores: loading, reading and writing streams by event count and event size.

        What is not an option below goes to BenchmarkDotNet (https://benchmarkdotnet.org/articles/guides/console-args.html).
        """;

    /// <summary>Runs one command.</summary>
    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    public static async Task<int> RunAsync(string[] args)
    {
        var result = Root().Parse(args);
        if (result.Errors.Count > 0)
        {
            foreach (var error in result.Errors)
                await Console.Error.WriteLineAsync(error.Message);

            await Console.Error.WriteLineAsync("--help explains them.");
            return ExitCodes.Usage;
        }

        try
        {
            RequireNothingUnmatched(result);
            return await result.InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false });
        }
        catch (UserException e)
        {
            await Console.Error.WriteLineAsync(e.Message);
            return ExitCodes.Usage;
        }
        catch (StoreUnavailableException e)
        {
            await Console.Error.WriteLineAsync(e.Message);
            return ExitCodes.Failure;
        }
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

    private static RootCommand Root()
    {
        var root = new RootCommand(Description);
        var options = new RunOptions();
        options.AddTo(root);
        root.SetAction(async (result, cancellation) =>
        {
            var run = new BenchmarkRun(options.Read(result), Console.Error.WriteLine);
            return await run.RunAsync(cancellation) ? ExitCodes.Success : ExitCodes.Failure;
        });
        root.Add(ListCommand.Create());
        root.Add(CompareCommand.Create());
        return root;
    }
}
