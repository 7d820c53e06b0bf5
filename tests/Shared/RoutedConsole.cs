namespace EventSourcingBench.Tests;

/// <summary>Runs programs in the process of the tests, side by side, each with its own standard output and errors.</summary>
internal static class RoutedConsole
{
    private static readonly AsyncLocal<(TextWriter Output, TextWriter Errors)?> Current = new();

    static RoutedConsole()
    {
        Console.SetOut(new Writer(Console.Out, () => Current.Value?.Output));
        Console.SetError(new Writer(Console.Error, () => Current.Value?.Errors));
    }

    public static async Task<(int ExitCode, string Output, string Errors)> RunAsync(Func<Task<int>> program)
    {
        var (output, errors) = (new StringWriter(), new StringWriter());
        var exitCode = await Task.Run(() =>
        {
            Current.Value = (TextWriter.Synchronized(output), TextWriter.Synchronized(errors));
            return program();
        });
        return (exitCode, output.ToString(), errors.ToString());
    }

    // What the program writes goes to its own writer, everything else to that of the process.
    private sealed class Writer(TextWriter process, Func<TextWriter?> current) : TextWriter
    {
        public override Encoding Encoding => process.Encoding;

        private TextWriter Target => current() ?? process;

        public override void Write(char value) => Target.Write(value);

        public override void Write(char[] buffer, int index, int count) => Target.Write(buffer, index, count);

        public override void Write(string? value) => Target.Write(value);

        public override void WriteLine(string? value) => Target.WriteLine(value);

        public override void Flush() => Target.Flush();
    }
}
