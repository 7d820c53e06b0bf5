using Spectre.Console;

namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>Keeps NBomber's tables and logs off the terminal, where the run shows its own. NBomber writes by Spectre.Console, and a plug-in
/// has that library for itself.</summary>
internal static class QuietConsole
{
    private static readonly Lazy<IAnsiConsole> Silent = new(() => AnsiConsole.Create(new AnsiConsoleSettings
    {
        Ansi = AnsiSupport.No,
        ColorSystem = ColorSystemSupport.NoColors,
        Interactive = InteractionSupport.No,
        Out = new AnsiConsoleOutput(TextWriter.Null),
    }));

    public static void Use() => AnsiConsole.Console = Silent.Value;
}
