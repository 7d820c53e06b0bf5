namespace EventSourcingBench.Hosting.Processes;

/// <summary>The console of a program that may be given passwords: none of them is written to it.</summary>
public static class RedactedConsole
{
    // What the runtime ends a process with that throws.
    private const int Aborted = 134;

    /// <summary>Runs a program. An exception that it throws is a defect: it is written with its stack trace.</summary>
    /// <returns>The program's exit code; 134 where it threw.</returns>
    public static async Task<int> RunAsync(Func<Task<int>> program)
    {
        Console.SetOut(new Writer(Console.Out));
        Console.SetError(new Writer(Console.Error));
        try
        {
            return await program();
        }
        catch (Exception e)
        {
            // The runtime would write it past the console's writers.
            await Console.Error.WriteLineAsync($"Unhandled exception. {e}");
            return Aborted;
        }
    }

    private sealed class Writer(TextWriter inner) : TextWriter
    {
        public override Encoding Encoding => inner.Encoding;

        public override void Write(char value) => inner.Write(value);

        public override void Write(char[] buffer, int index, int count) => Write(new string(buffer, index, count));

        public override void Write(string? value)
        {
            if (value is not null)
                inner.Write(Secrets.OfThisProcess.Redact(value));
        }

        // In one piece: two processes that share a terminal or a file keep their lines whole.
        public override void WriteLine(string? value) => Write(value + inner.NewLine);

        public override void Flush() => inner.Flush();
    }
}
