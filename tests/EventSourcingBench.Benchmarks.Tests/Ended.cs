namespace EventSourcingBench.Benchmarks.Tests;

/// <summary>The command, run in this process, and what it said.</summary>
internal sealed record Ended(int ExitCode, string Output, string Errors)
{
    public static async Task<Ended> RunAsync(params string[] args)
    {
        var (output, errors) = (Console.Out, Console.Error);
        using var said = new StringWriter();
        using var complained = new StringWriter();
        Console.SetOut(said);
        Console.SetError(complained);
        try
        {
            var exitCode = await BenchmarkCommand.RunAsync(args);
            return new Ended(exitCode, said.ToString(), complained.ToString());
        }
        finally
        {
            Console.SetOut(output);
            Console.SetError(errors);
        }
    }
}
