namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Looks at processes from outside, as <c>ps</c> does.</summary>
internal static class Processes
{
    /// <summary>The ids of everything that a process has started, directly or not.</summary>
    public static IReadOnlyList<int> Below(int processId) => [.. ProcessTreeSampler.ReadTree(processId).Where(id => id != processId)];

    /// <summary>Whether it runs; a zombie that waits for its parent does not.</summary>
    public static bool IsAlive(int processId) => StateOf(processId) is not (null or 'Z' or 'X');

    public static Task AreGoneAsync(IReadOnlyList<int> processIds) => Waiting.UntilAsync(
        () => !processIds.Any(IsAlive), $"these are gone: {string.Join(", ", processIds.Select(p => $"{p} {ProgramOf(p)}"))}");

    /// <summary>The name of the program that it runs; nothing when it is gone.</summary>
    public static string ProgramOf(int processId) => Path.GetFileName(CommandLine(processId)[0]);

    /// <summary>Whether it is the API that serves a store.</summary>
    public static bool IsApiOf(int processId, string store) =>
        CommandLine(processId) is var words && ProgramOf(processId) == "dotnet" && words.SkipWhile(w => w != "--store").Contains(store);

    private static string[] CommandLine(int processId)
    {
        try
        {
            return File.ReadAllText($"/proc/{processId}/cmdline").Split('\0');
        }
        catch (IOException)
        {
            return [""];
        }
    }

    // /proc/N/stat: "id (name) state parent ..."; the name may hold blanks and parentheses.
    private static char? StateOf(int processId)
    {
        try
        {
            var text = File.ReadAllText($"/proc/{processId}/stat");
            return text[text.LastIndexOf(')') + 2];
        }
        catch (IOException)
        {
            return null;
        }
    }
}
