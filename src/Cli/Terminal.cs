namespace EventSourcingBench.Cli;

/// <summary>The console that tables are written to: colours and the window's width on a terminal, plain and wide in a log.</summary>
internal static class Terminal
{
    private const int LogWidth = 180;

    public static IAnsiConsole Create()
    {
        if (!Console.IsOutputRedirected)
            return AnsiConsole.Console;

        var console = AnsiConsole.Create(new AnsiConsoleSettings
        { Ansi = AnsiSupport.No, ColorSystem = ColorSystemSupport.NoColors, Out = new AnsiConsoleOutput(Console.Out) });
        console.Profile.Width = LogWidth;
        return console;
    }
}
