namespace EventSourcingBench.Cli;

internal static class CommandRunner
{
    /// <summary>Runs what a command line asks for, or says what is wrong with it and what is valid, a line each. After Ctrl-C the command
    /// has so long to end; by default (null) it handles that by itself.</summary>
    /// <returns>The command's exit code, or <see cref="ExitCodes.Usage"/>.</returns>
    public static async Task<int> RunAsync(ParseResult result, IEnumerable<string> complaints, TimeSpan? termination = null)
    {
        var lines = complaints.ToList();
        try
        {
            if (lines.Count == 0)
            {
                return await result.InvokeAsync(
                    new InvocationConfiguration { EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = termination });
            }
        }
        catch (UserException e)
        {
            lines.Add(e.Message);
        }

        lines.ForEach(Console.Error.WriteLine);
        return ExitCodes.Usage;
    }

    /// <summary>What is said of an argument that a command does not take.</summary>
    public static string Unknown(Command command, string token) =>
        token.StartsWith('-') ? NameSuggestion.Unknown("option", token, command.Options.Select(o => o.Name)).Message
        : command.Subcommands.Count == 0 ? $"'{token}' is one argument too many for {command.Name}."
        : NameSuggestion.Unknown("suite or command", token, command.Subcommands.Select(c => c.Name)).Message;
}
